// verdict: bugs
// bug: bounds 12

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 3 || n > 10)
        return 0;
    char a[n];
    a[2] = 1;
    a[5] = 1;
    return 0;
}
