// verdict: bugs
// bug: use-after-free 12

int __VERIFIER_nondet_int(void);

int main(void) {
    int outer = 1, *p = &outer;
    if (__VERIFIER_nondet_int() > 7) {
        int inner = 2;
        p = &inner;
    }
    return *p;
}
