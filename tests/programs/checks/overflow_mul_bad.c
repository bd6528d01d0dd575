// args: --checks +overflow
// verdict: bugs
// bug: overflow 10

short __VERIFIER_nondet_short(void);

int main(void) {
    int x = __VERIFIER_nondet_short();
    int square = x * x;
    int cube = square * x;
    return cube == 27;
}
