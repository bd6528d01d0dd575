// verdict: bugs
// bug: div-by-zero 9
// runs baseline: 2 0

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned d = __VERIFIER_nondet_uint();
    unsigned r = 100u / (d - 17u);
    return r > 200;
}
