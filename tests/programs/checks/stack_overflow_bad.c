// verdict: bugs
// bug: stack-overflow 5

/* Recursion without an end. */
static int down(int n) { volatile int keep[64]; keep[0] = n; return down(n + 1) + keep[0]; }

int main(void) {
    return down(0) == 3;
}
