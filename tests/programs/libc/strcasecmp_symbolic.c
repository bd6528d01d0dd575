// verdict: ok

#include <assert.h>
#include <strings.h>
#include <rethread.h>

int main(void) {
    char s[3];
    rethread_symbolic(s, sizeof s, "s");
    s[2] = 0;
    if (strcasecmp(s, "on") == 0)
        assert((s[0] == 'o' || s[0] == 'O') && (s[1] == 'n' || s[1] == 'N') && s[2] == 0);
    return 0;
}
