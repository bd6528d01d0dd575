// args: --checks +overflow
// verdict: bugs
// bug: overflow 11

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n >= 31)
        return 0;
    int high = 1000 >> n;
    return high == 3;
}
