// verdict: bugs
// bug: bounds 13

/* strncpy leaves no terminator when the text fills the buffer. */
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *b = malloc(4);
    if (!b)
        return 0;
    strncpy(b, "abcd", 4);
    size_t n = strlen(b);
    free(b);
    return n == 0;
}
