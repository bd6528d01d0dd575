// verdict: ok
// runs baseline: 1 0

/* The same sum without the check: wraps and goes on. */
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    x = x + 1;
    return 0;
}
