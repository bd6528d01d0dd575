// args: --checks +overflow
// verdict: bugs
// bug: overflow 11

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 32)
        return 0;
    unsigned bit = 1u << n;
    return bit == 0;
}
