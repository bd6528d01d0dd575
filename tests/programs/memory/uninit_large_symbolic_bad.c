// verdict: bugs
// bug: uninit 14

/* A large array that was only partly written, read at a symbolic place. */
#include <rethread.h>

int main(void) {
    char a[100000];
    unsigned i;
    rethread_symbolic(&i, sizeof i, "i");
    rethread_assume(i < sizeof a);
    for (int k = 0; k < 10; k++)
        a[k] = 1;
    if (a[i] == 7)
        return 1;
    return 0;
}
