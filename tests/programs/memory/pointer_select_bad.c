// verdict: bugs
// bug: null 13

/* One of the three is null. */
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a = 10, b = 20;
    int *table[3] = {&a, 0, &b};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 3)
        return 0;
    return *table[i] == 10;
}
