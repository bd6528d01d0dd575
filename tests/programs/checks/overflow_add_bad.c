// args: --checks +overflow
// verdict: bugs
// bug: overflow 10
// runs baseline: 1 0

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    x = x + 1;
    return 0;
}
