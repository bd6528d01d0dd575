// args: --checks +overflow
// verdict: bugs
// bug: overflow 11

/* A negative value must not be shifted left at all, not even by nothing. */
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int n = x & 0;
    int y = x << n;
    return y == 4;
}
