// verdict: bugs
// bug: stack-overflow 7

/* Ends for every depth but one: the base case compares for equality. */
int __VERIFIER_nondet_int(void);

static int down(int n) { volatile char keep[4096]; keep[0] = 0; return n == 0 ? keep[0] : down(n - 2); }

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    return down(n);
}
