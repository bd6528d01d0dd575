// args: --checks +overflow
// verdict: bugs
// bug: overflow 12

/* A negative value shifted left, as UBSan's shift-base sees it. */
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 100)
        return 0;
    int y = x << 2;
    return y == 4;
}
