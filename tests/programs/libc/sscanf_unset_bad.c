// verdict: bugs
// bug: uninit 14

/* The result is not looked at, so nothing may have been stored. */
#include <stdio.h>
#include <rethread.h>

int main(void) {
    char s[2];
    int n;
    rethread_symbolic(s, sizeof s, "s");
    s[1] = 0;
    sscanf(s, "%d", &n);
    if (n == 5)
        puts("five");
    return 0;
}
