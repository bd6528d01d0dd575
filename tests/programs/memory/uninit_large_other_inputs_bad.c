// verdict: bugs
// bug: uninit 16
// bug: assert 18
// runs baseline: 2 0

/* Of a large array that was only partly written one element is fine: the program goes on for inputs that read it. */
#include <assert.h>
#include <rethread.h>

int main(void) {
    unsigned i;
    rethread_symbolic(&i, sizeof i, "i");
    rethread_assume(i < 100000);
    char a[100000];
    a[5] = 1;
    if (a[i] == 3)
        return 0;
    assert(i != 5);
    return 0;
}
