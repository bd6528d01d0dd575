// verdict: ok

/* GNU vectors: lane by lane. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

typedef int v4 __attribute__((vector_size(16)));

int main(void) {
    int x = __VERIFIER_nondet_int() & 0xff;
    v4 a = {1, 2, 3, x}, b = {10, 20, 30, 40};
    v4 c = a * 2 + b;
    assert(c[0] == 12 && c[1] == 24 && c[2] == 36 && c[3] == 2 * x + 40);
    c = -c;
    assert(c[0] == -12);
    return 0;
}
