// args: --sym-stdin 2
// verdict: bugs
// bug: bounds 14

/* A line that begins with a zero byte has no last character to cut off. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[4];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    size_t n = strlen(line);
    if (line[n - 1] == '\n')
        line[n - 1] = 0;
    return 0;
}
