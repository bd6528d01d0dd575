// verdict: bugs
// bug: bounds 12

/* Only a name of four characters or more overflows. */
#include <string.h>
#include <rethread.h>

int main(void) {
    char name[6], copy[4];
    rethread_symbolic(name, sizeof name, "name");
    name[5] = 0;
    strcpy(copy, name);
    return 0;
}
