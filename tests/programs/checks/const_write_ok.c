// verdict: ok

/* An array initialised from a literal, and a const pointer to what is not const, may be written. */
#include <assert.h>

int main(void) {
    char text[] = "constant";
    text[0] = 'C';
    int x = 1;
    const int *view = &x;
    *(int *)view = 2;
    assert(text[0] == 'C' && x == 2);
    return 0;
}
