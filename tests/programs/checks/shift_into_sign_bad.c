// args: --checks +overflow
// verdict: bugs
// bug: overflow 13
// bug: overflow 16

/* The one bit of `1 << 31` would be the sign: in C it does not fit; `1u << 31` and `1l << 31` do. */
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 31)
        return 0;
    int bit = 1 << n;
    unsigned u = 1u << n;
    long l = 1L << n;
    long top = 3L << (n + 31);
    return bit == 2 || u == 4 || l == 8 || top == 0;
}
