// verdict: bugs
// bug: assert 17

/* GCC's older and newer builtins. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int v = __VERIFIER_nondet_int() & 0xff;
    int before = v;
    assert(__sync_fetch_and_add(&v, 2) == before);
    assert(__sync_bool_compare_and_swap(&v, before + 2, 7));
    assert(__atomic_add_fetch(&v, 1, __ATOMIC_SEQ_CST) == 8);
    assert(__atomic_fetch_nand(&v, 12, __ATOMIC_RELAXED) == 8);
    assert(v == ~(8 & 12));
    __sync_synchronize();
    assert(before != 0x77);
    return 0;
}
