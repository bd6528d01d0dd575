// args: --sym-stdin 5
// verdict: bugs
// bug: bounds 11
// no-replay: AddressSanitizer measures what scanf wrote by its first zero byte

/* A word without a width. */
#include <stdio.h>

int main(void) {
    char word[4];
    if (scanf("%s", word) == 1)
        puts(word);
    return 0;
}
