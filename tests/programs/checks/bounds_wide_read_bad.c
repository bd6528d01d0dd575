// verdict: bugs
// bug: bounds 11

/* The first byte is inside, the last is not. */
#include <stdint.h>
#include <string.h>

int main(void) {
    _Alignas(8) char bytes[6] = {0};
    uint64_t *wide = (uint64_t *)bytes;
    return *wide != 0;
}
