// verdict: bugs
// bug: assert 9

int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    if (__VERIFIER_nondet_int() == 42)
        reach_error();
    return 0;
}
