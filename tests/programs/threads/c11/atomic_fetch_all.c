// verdict: ok

/* Every fetch operation by two threads at once: the result does not depend on the order. */
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <threads.h>

static atomic_uint sum = 100, bits_or, bits_and = 0xff, bits_xor = 0xf0;

static int work(void *arg) {
    unsigned me = (unsigned)(uintptr_t)arg;
    atomic_fetch_sub(&sum, me);
    atomic_fetch_or(&bits_or, me);
    atomic_fetch_and(&bits_and, ~me);
    atomic_fetch_xor(&bits_xor, me);
    return 0;
}

int main(void) {
    thrd_t t[2];
    for (uintptr_t i = 0; i < 2; i++)
        thrd_create(&t[i], work, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        thrd_join(t[i], 0);
    assert(sum == 97 && bits_or == 3 && bits_and == 0xfc && bits_xor == 0xf3);
    return 0;
}
