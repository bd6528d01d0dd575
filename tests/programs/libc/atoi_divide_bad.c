// verdict: bugs
// bug: div-by-zero 12

/* Text that is no number is zero. */
#include <stdlib.h>
#include <rethread.h>

int main(void) {
    char s[2];
    rethread_symbolic(s, sizeof s, "s");
    s[1] = 0;
    return 100 / atoi(s) == 1;
}
