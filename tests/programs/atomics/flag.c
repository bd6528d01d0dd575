// verdict: ok

#include <assert.h>
#include <stdatomic.h>

int main(void) {
    atomic_flag lock = ATOMIC_FLAG_INIT;
    assert(!atomic_flag_test_and_set(&lock));
    assert(atomic_flag_test_and_set(&lock));
    atomic_flag_clear(&lock);
    assert(!atomic_flag_test_and_set(&lock));
    return 0;
}
