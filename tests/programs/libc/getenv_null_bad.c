// verdict: bugs
// bug: null 9

/* The environment is empty. */
#include <stdlib.h>
#include <string.h>

int main(void) {
    return strlen(getenv("RETHREAD_NOT_SET")) > 100;
}
