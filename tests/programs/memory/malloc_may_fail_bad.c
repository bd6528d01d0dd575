// args: --malloc-may-fail
// verdict: bugs
// bug: null 10
// no-replay: natively this malloc does not fail

#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
