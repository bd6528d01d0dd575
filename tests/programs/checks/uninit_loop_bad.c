// verdict: bugs
// bug: uninit 12

/* Set in the loop only, which may not be entered at all. */
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 4;
    int last;
    for (unsigned i = 0; i < n; i++)
        last = (int)i;
    return last == 3 ? 1 : 0;
}
