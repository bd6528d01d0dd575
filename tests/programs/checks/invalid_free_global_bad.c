// verdict: bugs
// bug: invalid-free 10

#include <stdlib.h>

static char buffer[64];

int main(void) {
    char *p = buffer;
    free(p);
    return 0;
}
