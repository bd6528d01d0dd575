// verdict: bugs
// bug: const-write 8

/* strtok writes into what it cuts. */
#include <string.h>

int main(void) {
    char *word = strtok((char *)"a,b", ",");
    return word == NULL;
}
