// verdict: ok

/* What is written natively is written here. */
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("%d %5d|%-5d|%05d %+d %x %#o %c %s %.2s %p\n", -1, 42, 42, 42, 42, 255, 8, 'c', "text", "cut", (void *)0);
    printf("%ld %lld %zu %hhd %llu %%\n", -1L, 1LL << 40, sizeof(int), 300, ~0ULL);
    printf("%f %.3f %e %g %g %10.2f| %a\n", 1.5, 3.14159, 12345.678, 1e10, 0.0001, 2.5, 1.0);
    fputs("text ", stdout);
    putchar('c');
    fwrite("\n123456", 1, 4, stdout);
    fprintf(stderr, "%s\n", strerror(2));
    return 0;
}
