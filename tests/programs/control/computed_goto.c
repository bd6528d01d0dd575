// verdict: ok

/* An interpreter with labels as values: indirectbr. */
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int run(const unsigned char *code) {
    static void *const op[] = {&&halt, &&inc, &&twice};
    int acc = 1;
    goto *op[*code];
inc:
    acc += 1;
    goto *op[*++code];
twice:
    acc *= 2;
    goto *op[*++code];
halt:
    return acc;
}

int main(void) {
    unsigned char code[4];
    for (int i = 0; i < 3; i++)
        code[i] = __VERIFIER_nondet_uchar() % 3;
    code[3] = 0;
    int r = run(code);
    assert(r >= 1 && r <= 8);
    return 0;
}
