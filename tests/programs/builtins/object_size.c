// verdict: ok

/* Known at compile time or not: never smaller than the truth in mode 0. */
#include <assert.h>
#include <stddef.h>

static char buffer[32];

int main(void) {
    size_t n = __builtin_object_size(buffer, 0);
    assert(n >= 32);
    assert(__builtin_constant_p(3) == 1);
    assert(__builtin_types_compatible_p(int, int));
    return 0;
}
