// verdict: ok

/* Every path that reads it has set it, though not every path sets it. */
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), set = 0, value;
    if (x > 0) {
        value = 7;
        set = 1;
    }
    if (set && value == 7)
        return 1;
    return 0;
}
