// A decoder for run-length encoded data: a count, a character, a count, a character ...
//
// args: --sym-stdin 4
// verdict: bugs
// bug: bounds 27
//
// The length is checked, but a count of 128 or more is a negative number to the check.

#include <stdio.h>
#include <stdlib.h>

#define ROOM 8

int main(void)
{
    char *out = malloc(ROOM);
    if (!out)
        return 1;
    int used = 0, c;
    while ((c = getchar()) != EOF) {
        signed char count = (signed char)c; // should be unsigned
        if ((c = getchar()) == EOF)
            break;
        if (used + count > ROOM)
            break;
        for (unsigned n = (unsigned)count; n > 0; n--)
            out[used++] = (char)c;
    }
    fwrite(out, 1, (size_t)used, stdout);
    free(out);
    return 0;
}
