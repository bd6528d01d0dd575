// verdict: ok

#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 3;
    int v = *p;
    free(p);
    p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = v;
    v = *p;
    free(p);
    return v == 3 ? 0 : 1;
}
