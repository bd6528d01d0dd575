// verdict: bugs
// bug: use-after-free 10

/* To store what was never written is an access like others. */
#include <stdlib.h>

int main(void) {
    int never, *gone = malloc(sizeof *gone);
    free(gone);
    *gone = never;
    return 0;
}
