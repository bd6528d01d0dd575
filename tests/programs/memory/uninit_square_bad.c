// verdict: bugs
// bug: uninit 15
// bound: solver

/* Each two contents say it of two inputs: there is an end to looking for more. */
#include <rethread.h>
#include <stdlib.h>

int main(void) {
    unsigned char *v = malloc(1);
    unsigned char x;
    rethread_symbolic(&x, sizeof x, "x");
    int found = 0;
    unsigned char square = *v * *v;
    if (square == x)
        found = 1;
    free(v);
    return found;
}
