// args: --checks +overflow
// verdict: ok

/* Signed values that are not negative and still fit. A promoted short and a char have room. */
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    long y = __VERIFIER_nondet_long();
    int n = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_uchar() << 23;
    if (x < 0 || x >= 1 << 28 || y < 0 || y > 1 || n < 0 || n > 30)
        return 0;
    short s = (short)(x & 0x7fff);
    s <<= 3;
    return ((x << 3) ^ (int)(y << 62) ^ (1 << n) ^ c ^ s) & 1;
}
