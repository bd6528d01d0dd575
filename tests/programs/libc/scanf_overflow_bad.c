// args: --sym-stdin 5
// verdict: bugs
// bug: bounds 10

/* A word without a width. */
#include <stdio.h>

int main(void) {
    char word[4];
    if (scanf("%s", word) == 1)
        puts(word);
    return 0;
}
