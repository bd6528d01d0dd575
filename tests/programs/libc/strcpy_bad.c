// verdict: bugs
// bug: bounds 9

/* The terminator does not fit; an error inside libc is the caller's. */
#include <string.h>

int main(void) {
    char b[4];
    strcpy(b, "four");
    return b[0] != 'f';
}
