// verdict: bugs
// bug: uninit 12

/* What was never written stays that in a global variable, which was 5 before. */
static int at = 5;
static int seen;

int main(void) {
    int never;
    at = never;
    seen = 0;
    if (at == 5)
        seen = 1;
    return 0;
}
