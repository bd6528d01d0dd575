// verdict: ok

/* Freeing null does nothing; a freed pointer may be overwritten and freed again. */
#include <stdlib.h>

int main(void) {
    char *p = 0;
    free(p);
    p = malloc(4);
    free(p);
    p = malloc(8);
    free(p);
    return 0;
}
