// verdict: ok

/* Pages are shared where blocks are copied and filled; overlapping ranges move in the right order. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
enum { N = 20000, PAGE = 4096 };
int main(void) {
    unsigned char *a = malloc(N), *b = malloc(N), *zero = calloc(1, N);
    for (int i = 0; i < N; i++)
        a[i] = i * 7;
    memcpy(b, a, N);
    assert(memcmp(a, b, N) == 0);
    memmove(b + 1, b, N - 1);
    for (int i = 1; i < N; i++)
        assert(b[i] == (unsigned char)((i - 1) * 7));
    memcpy(b, a, N);
    memmove(b + PAGE, b, N - PAGE);
    for (int i = PAGE; i < N; i++)
        assert(b[i] == (unsigned char)((i - PAGE) * 7));
    memcpy(b, a, N);
    memmove(b, b + PAGE, N - PAGE);
    for (int i = 0; i < N - PAGE; i++)
        assert(b[i] == (unsigned char)((i + PAGE) * 7));
    memset(b + 5, 9, N - 10);
    assert(b[5] == 9 && b[N - 6] == 9 && b[N - 5] == a[N - 5]);
    memcpy(b + 100, zero, N - 200);
    assert(b[99] == 9 && b[100] == 0 && b[N - 101] == 0 && b[N - 100] == 9);
    memcpy(b, zero, N);
    b[PAGE + 1] = 1;
    assert(zero[PAGE + 1] == 0 && b[N - 1] == 0);
    free(a), free(b), free(zero);
    return 0;
}
