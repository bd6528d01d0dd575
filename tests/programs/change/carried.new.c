// verdict: ok
// bug: present assert 20
// bug: present assert 22
// bug: fixed assert 15
// runs dpor: 5 0
// runs cia: 5 0
// changed: 21 24
// deleted:
// impacted: 21 22 23 24 25 26
// feeding: 18 19 20 21 22 23 24
/* Of three bugs one is mended, one is still there although it may be affected, and one is not. */
#include <assert.h>
#include <rethread.h>

int x, y, z;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    rethread_symbolic(&y, sizeof y, "y");
    assert(y != 4);
    z = 2 * x;
    assert(z != 6);
    if (x == 9)
        z = 3;
    assert(z != 2 || x != 9);
    return 0;
}
