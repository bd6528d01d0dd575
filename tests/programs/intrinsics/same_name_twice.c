// verdict: bugs
// bug: assert 16

/* Two inputs with one name are two inputs. */
#include <assert.h>
#include <rethread.h>

int main(void) {
    int different = 0;
    unsigned char x[2];
    for (int i = 0; i < 2; i++)
        rethread_symbolic(&x[i], 1, "x");
    if (x[0] != x[1])
        different = 1;
    assert(different == (x[0] != x[1]));
    assert(!different);
    return 0;
}
