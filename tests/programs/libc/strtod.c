// verdict: ok

/* Correct rounding, hexadecimal, infinities and the end of the number. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    char *end;
    const char *s = "0.1e1x";
    assert(strtod(s, &end) == 1.0 && end == s + 5);
    assert(strtod("0x1.8p1", NULL) == 3.0 && atof("-2.5") == -2.5);
    assert(strtof("16777217", NULL) == 16777216.0f);
    /* just above half-way between two floats: by way of double it would be rounded down */
    assert(strtof("1.00000005960464477539062500001", NULL) == 1.00000011920928955078125f);
    assert(strtold("0.1", NULL) == 0.1L && strtod("0.1", NULL) == 0.1);
    errno = 0;
    assert(strtod("1e999", NULL) > 1e308 && errno == ERANGE);
    return 0;
}
