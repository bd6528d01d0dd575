// verdict: bugs
// bug: bounds 10

unsigned char __VERIFIER_nondet_uchar(void);

static int table[200];

int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar();
    table[i] = 1;
    return 0;
}
