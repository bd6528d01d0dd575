// verdict: bugs
// bug: unreachable 13

int __VERIFIER_nondet_int(void);

int main(void) {
    switch (__VERIFIER_nondet_int() & 3) {
    case 0:
    case 1:
    case 2:
        return 0;
    default:
        __builtin_unreachable();
    }
}
