// verdict: bugs
// bug: uninit 10

/* What strlen stops at was never written. */
#include <string.h>

int main(void) {
    char b[4];
    b[3] = 0;
    return strlen(b) == 7;
}
