// verdict: ok

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 1;
    switch (x) {
    case 0:
        return 0;
    case 1:
        return 0;
    default:
        __builtin_unreachable();
    }
}
