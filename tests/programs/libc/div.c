// verdict: ok

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

int main(void) {
    div_t d = div(-7, 2);
    ldiv_t l = ldiv(1L << 40, 3);
    assert(d.quot == -3 && d.rem == -1);
    assert(l.quot * 3 + l.rem == 1L << 40);
    assert(labs(-5L) == 5 && llabs(-6LL) == 6 && imaxabs(-7) == 7);
    return 0;
}
