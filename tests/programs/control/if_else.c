// verdict: ok
// runs baseline: 4 0

/* Two independent decisions: four paths. */
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int r = 0;
    if (a > 10)
        r += 1;
    else
        r += 2;
    if (b == 3)
        r += 4;
    return r;
}
