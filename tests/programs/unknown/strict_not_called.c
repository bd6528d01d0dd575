// args: --strict
// verdict: ok

int mystery(int);
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3 && x < 2)
        return mystery(3);
    return 0;
}
