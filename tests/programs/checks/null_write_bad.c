// verdict: bugs
// bug: null 10

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, *p = &x;
    if (__VERIFIER_nondet_int() == 3)
        p = 0;
    *p = 5;
    return x;
}
