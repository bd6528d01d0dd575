// verdict: bugs
// bug: bounds 12
// runs baseline: 3 0

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4] = {1, 2, 3, 4};
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 4)
        i = 0;
    return a[i] == 9;
}
