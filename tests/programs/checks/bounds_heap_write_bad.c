// verdict: bugs
// bug: bounds 14

/* Space for the text, but not for its end. */
#include <stdlib.h>

int main(void) {
    const char *from = "hello";
    char *to = malloc(5);
    int i = 0;
    if (!to)
        return 0;
    do {
        to[i] = from[i];
    } while (from[i++]);
    free(to);
    return 0;
}
