// verdict: ok

/* A weak definition that stays, a weak declaration that has none, an alias. */
#include <assert.h>

__attribute__((weak)) int setting(void) { return 1; }
__attribute__((weak)) int missing(void);
int real(void) { return 7; }
int other(void) __attribute__((alias("real")));
int value = 3;
extern int again __attribute__((alias("value")));

int main(void) {
    assert(setting() == 1);
    assert(!missing);
    assert(other() == 7);
    again = 4;
    assert(value == 4);
    return 0;
}
