// verdict: bugs
// bug: assert 15

/* Which two characters are the number 42? */
#include <assert.h>
#include <stdio.h>
#include <rethread.h>

int main(void) {
    char s[3];
    int n;
    rethread_symbolic(s, sizeof s, "s");
    s[2] = 0;
    if (sscanf(s, "%d", &n) == 1)
        assert(n != 42);
    return 0;
}
