// verdict: bugs
// bug: null 9

/* To store what was never written is an access like others. */
#include <stddef.h>

int main(void) {
    int never, *nowhere = NULL;
    *nowhere = never;
    return 0;
}
