// verdict: ok

/* The password is found, and nothing else is accepted. Runs: a difference at each of three bytes and at the end, or none. */
#include <assert.h>
#include <string.h>
#include <rethread.h>

int main(void) {
    char s[4];
    rethread_symbolic(s, sizeof s, "s");
    s[3] = 0;
    if (strcmp(s, "key") == 0)
        assert(s[0] == 'k' && s[1] == 'e' && s[2] == 'y');
    return 0;
}
