// verdict: bugs
// bug: double-free 11

#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = strdup("text");
    char *q = p;
    free(p);
    free(q);
    return 0;
}
