// args: --checks +overflow
// verdict: bugs
// bug: overflow 11

long __VERIFIER_nondet_long(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    if (x > 0)
        return 0;
    x = x - 10;
    return 0;
}
