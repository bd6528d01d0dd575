int __VERIFIER_nondet_int(void);

int main(void) {
    int result;
    if (__VERIFIER_nondet_int() > 0)
        result = 1;
    else
        result = __VERIFIER_nondet_int();
    return result;
}
