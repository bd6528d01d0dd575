// args: --checks +overflow
// verdict: ok

int __VERIFIER_nondet_int(void);

int main(void) {
    int r;
    if (__builtin_add_overflow(__VERIFIER_nondet_int(), 1, &r))
        return 1;
    return 0;
}
