// verdict: ok

/* The program's own function of a well-known name is the one that is called. */
#include <assert.h>

int isdigit(int c) {
    return c == 'x';
}

int main(void) {
    assert(isdigit('x') == 1 && isdigit('5') == 0);
    return 0;
}
