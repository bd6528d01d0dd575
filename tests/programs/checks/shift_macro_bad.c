// args: --checks +overflow
// verdict: bugs
// bug: overflow 14
// bug: overflow 15

/* All shifts of one use of a macro have one place; which of them are signed is still known. */
#define BOTH(a, b) (((unsigned)(a) << 4) ^ (unsigned)((b) << 4))
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int s = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    unsigned first = BOTH(u, s);
    unsigned second = BOTH(s, s);
    unsigned neither = BOTH(s, u);
    return (first ^ second ^ neither) == 1;
}
