// verdict: ok
// runs baseline: 2 0

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, *p = 0;
    if (__VERIFIER_nondet_int() == 3)
        p = &x;
    if (p)
        *p = 1;
    return x;
}
