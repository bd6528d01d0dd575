// verdict: ok

#include <assert.h>
#include <stdint.h>
#include <string.h>

int main(void) {
    volatile double z = 0.0;
    double n = -z;
    uint64_t bits;
    memcpy(&bits, &n, sizeof bits);
    assert(n == 0.0 && bits == 0x8000000000000000ull);
    assert(1.0 / n < 0.0);
    return 0;
}
