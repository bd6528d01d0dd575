// verdict: ok

#include <assert.h>
#include <stdatomic.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    atomic_uint a;
    unsigned x = __VERIFIER_nondet_uint();
    atomic_init(&a, x);
    assert(atomic_fetch_add(&a, 3) == x);
    assert(atomic_fetch_sub(&a, 1) == x + 3);
    assert(atomic_load(&a) == x + 2);
    assert(atomic_exchange(&a, 0xf0u) == x + 2);
    assert(atomic_fetch_or(&a, 0x0fu) == 0xf0u);
    assert(atomic_fetch_and(&a, 0x3cu) == 0xffu);
    assert(atomic_fetch_xor(&a, 0xffu) == 0x3cu);
    atomic_store_explicit(&a, 1, memory_order_release);
    assert(atomic_load_explicit(&a, memory_order_acquire) == 1);
    return 0;
}
