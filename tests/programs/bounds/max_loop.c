// args: --max-loop 3
// verdict: incomplete
// bound: max-loop
// runs baseline: 4 0

/* 0 to 3 iterations are within the bound. */
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    return sum > 5;
}
