// verdict: bugs
// bug: null 9

/* A stream that was never opened. */
#include <stdio.h>

int main(void) {
    FILE *log = NULL;
    fputs("text", log);
    return 0;
}
