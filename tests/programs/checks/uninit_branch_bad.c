// verdict: bugs
// bug: uninit 10

int __VERIFIER_nondet_int(void);

int main(void) {
    int flag;
    if (__VERIFIER_nondet_int() > 0)
        flag = 1;
    if (flag)
        return 1;
    return 0;
}
