// verdict: bugs
// bug: assert 11

/* Without a body of the program's own: an assertion, at the caller's line. */
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x == x);
    __VERIFIER_assert(x != 1000);
    return 0;
}
