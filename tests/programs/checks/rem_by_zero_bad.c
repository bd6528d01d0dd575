// verdict: bugs
// bug: div-by-zero 10

int __VERIFIER_nondet_int(void);

int main(void) {
    int d = __VERIFIER_nondet_int();
    if (d < 0)
        return 0;
    return 7 % d > 10;
}
