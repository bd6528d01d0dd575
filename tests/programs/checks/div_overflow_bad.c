// args: --checks +overflow
// verdict: bugs
// bug: overflow 12

/* The one quotient that does not fit. */
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0)
        return 0;
    int q = a / b;
    return q == 5;
}
