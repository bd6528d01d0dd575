// verdict: ok

#include <assert.h>
#include <stddef.h>

int main(void) {
    int a[10];
    int *p = &a[2], *q = &a[7];
    assert(q - p == 5);
    assert(p < q && p + 5 == q && &p[5] == q);
    assert((char *)q - (char *)p == 5 * (ptrdiff_t)sizeof(int));
    p += 3;
    p--;
    *p = 9;
    assert(a[4] == 9 && *(a + 4) == 9 && 4 [a] == 9);
    return 0;
}
