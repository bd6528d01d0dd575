// verdict: ok

/* Only the bits that were set decide. */
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[2];
    a[0] = __VERIFIER_nondet_uchar();
    unsigned short word = (unsigned short)(a[1] << 8 | a[0]);
    if ((word & 0xff) == 7)
        return 1;
    return 0;
}
