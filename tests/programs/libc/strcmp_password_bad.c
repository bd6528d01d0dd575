// verdict: bugs
// bug: assert 12

#include <assert.h>
#include <string.h>
#include <rethread.h>

int main(void) {
    char s[8];
    rethread_symbolic(s, sizeof s, "s");
    s[7] = 0;
    assert(strcmp(s, "sesame") != 0);
    return 0;
}
