// verdict: ok

/* Two paths ask for the same name with different sizes. */
#include <rethread.h>

int main(void) {
    int k;
    rethread_symbolic(&k, sizeof k, "k");
    if (k > 0) {
        char x;
        rethread_symbolic(&x, sizeof x, "x");
        return x == 5;
    }
    long x;
    rethread_symbolic(&x, sizeof x, "x");
    return x == 77;
}
