// args: --sym-stdin 2
// verdict: ok

/* The descriptors below the streams. */
#include <assert.h>
#include <unistd.h>

int main(void) {
    char b[4];
    ssize_t n = read(0, b, sizeof b);
    assert(n >= 0 && n <= 2);
    assert(write(1, "out\n", 4) == 4);
    assert(write(2, "err\n", 4) == 4);
    return 0;
}
