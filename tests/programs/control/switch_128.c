// verdict: ok
#include <assert.h>
#include <rethread.h>
int main(void) {
    __int128 x;
    rethread_symbolic(&x, sizeof x, "x");
    switch (x) {
    case 5:
        assert(x == 5);
        return 1;
    case (__int128)1 << 100:
        assert(x > 5 && (unsigned long)x == 0);
        return 2;
    case -1:
        assert(x < 0);
        return 3;
    }
    assert(x != 5 && x != -1);
    return 0;
}
