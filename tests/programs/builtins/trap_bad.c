// verdict: bugs
// bug: abort 9

/* A trap ends the program as an abort does. */
int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() == 31)
        __builtin_trap();
    return 0;
}
