// verdict: ok
// runs baseline: 4 0

int __VERIFIER_nondet_int(void);

int main(void) {
    switch (__VERIFIER_nondet_int()) {
    case 1:
        return 10;
    case -5:
        return 20;
    case 1000000:
        return 30;
    default:
        return 0;
    }
}
