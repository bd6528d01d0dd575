// verdict: ok

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);

struct __attribute__((packed)) wire {
    uint8_t tag;
    uint32_t value;
};

int main(void) {
    struct wire w = {1, __VERIFIER_nondet_uint()};
    assert(sizeof w == 5 && offsetof(struct wire, value) == 1);
    uint8_t *b = (uint8_t *)&w;
    assert((uint32_t)b[1] == (w.value & 0xff));
    _Alignas(64) char a;
    assert(((uintptr_t)&a & 63) == 0);
    return 0;
}
