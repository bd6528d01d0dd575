// verdict: bugs
// bug: use-after-free 14

/* puts reads what was freed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = strndup("text and more", 4);
    if (!p)
        return 0;
    free(p);
    puts(p);
    return 0;
}
