// args: --sym-stdin 4
// verdict: ok

/* The same with one. */
#include <stdio.h>
#include <string.h>
#include <assert.h>

int main(void) {
    char word[4];
    if (scanf("%3s", word) == 1)
        assert(strlen(word) <= 3);
    return 0;
}
