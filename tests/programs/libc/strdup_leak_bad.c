// args: --checks +leak
// verdict: bugs
// bug: leak 9

/* The memory was allocated for the line that called strdup. */
#include <string.h>

int main(void) {
    char *p = strdup("text");
    return p ? p[0] != 't' : 0;
}
