// verdict: bugs
// bug: invalid-free 11

#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    if (!p)
        return 0;
    p++;
    free(p);
    return 0;
}
