// verdict: ok
// runs baseline: 1 0

/* Printing unknown integers does not fork. */
#include <stdio.h>
#include <rethread.h>

int main(void) {
    int x;
    unsigned char c;
    rethread_symbolic(&x, sizeof x, "x");
    rethread_symbolic(&c, 1, "c");
    printf("x = %d, %08x, %c\n", x, x, c);
    fprintf(stderr, "%u|%-5d|\n", (unsigned)x, c);
    puts("done");
    return 0;
}
