// args: --max-tests 2
// verdict: incomplete
// bound: max-tests

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = 0;
    for (int i = 0; i < 4; i++)
        if (__VERIFIER_nondet_uchar() > 100)
            n++;
    return n;
}
