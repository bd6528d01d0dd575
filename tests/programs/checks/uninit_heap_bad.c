// verdict: bugs
// bug: uninit 11

#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    if (!p)
        return 0;
    p[0] = 1;
    if (p[1] == 4) {
        free(p);
        return 1;
    }
    free(p);
    return 0;
}
