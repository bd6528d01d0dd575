// args: --sym-stdin 3 --checks +leak
// verdict: ok

/* The line is as long as it says, and ends with a newline unless the input did. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t n = getline(&line, &size, stdin);
    if (n >= 0) {
        assert(n >= 1 && n <= 3 && (size_t)n < size);
        assert(line[n] == 0);
        assert(line[n - 1] == '\n' || feof(stdin) || n == 3);
    }
    free(line);
    return 0;
}
