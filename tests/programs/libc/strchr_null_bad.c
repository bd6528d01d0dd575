// verdict: bugs
// bug: null 13

/* A separator that is not there. */
#include <string.h>
#include <rethread.h>

int main(void) {
    char s[4];
    rethread_symbolic(s, sizeof s, "s");
    s[3] = 0;
    char *colon = strchr(s, ':');
    *colon = 0;
    return 0;
}
