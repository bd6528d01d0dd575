// verdict: bugs
// bug: null 14
// bug: bounds 14
// no-replay: addresses are others natively

/* A pointer that may be anything is null, no function, or one whose address is known: three ends. */
#include <rethread.h>
static int twice(int x) { return 2 * x; }
int main(void) {
    int (*p)(int);
    rethread_symbolic(&p, sizeof p, "p");
    int (*volatile known)(int) = twice;
    unsigned long address = (unsigned long)known;
    if (p(3) != 6)
        return 1;
    return address == 0;
}
