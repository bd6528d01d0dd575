// args: --checks +leak
// verdict: bugs
// bug: leak 12

/* Reported where it was allocated. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static char *name;

static void rename_to(char c) {
    name = malloc(8);
    if (name)
        name[0] = c;
}

int main(void) {
    rename_to('a');
    if (__VERIFIER_nondet_int() != 5)
        free(name);
    rename_to('b');
    free(name);
    return 0;
}
