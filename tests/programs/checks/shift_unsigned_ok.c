// args: --checks +overflow
// verdict: ok
// runs baseline: 1 0

/* Unsigned values may lose bits to the left, and a right shift of a negative value is no error. */
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned long y = __VERIFIER_nondet_ulong();
    int z = __VERIFIER_nondet_int();
    unsigned a = x << 31;
    x <<= x & 31;
    y <<= 40;
    unsigned b = (unsigned)z << 7;
    return (int)((a ^ x ^ b ^ (unsigned)y ^ (unsigned)(z >> 3)) & 1);
}
