// verdict: bugs
// bug: unreachable 13

int __VERIFIER_nondet_int(void);

static int name(int x) {
    switch (x) {
    case 0:
        return 'a';
    case 1:
        return 'b';
    }
    __builtin_unreachable();
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 2)
        return 0;
    return name(x) == 'c';
}
