// verdict: ok
// runs baseline: 6 0

/* The same with a guard. One run for each length. */
#include <string.h>
#include <rethread.h>

int main(void) {
    char name[6], copy[4];
    rethread_symbolic(name, sizeof name, "name");
    name[5] = 0;
    if (strlen(name) < sizeof copy)
        strcpy(copy, name);
    return 0;
}
