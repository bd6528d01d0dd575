// args: --checks assert
// verdict: bugs
// bug: assert 11
/* What a built-in calls comes behind its own checks, whichever side is taken first. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>
static int done;
static pthread_once_t o = PTHREAD_ONCE_INIT, *p;

static void f(void) { assert(done == 1); }

int main(void) {
    int x;
    rethread_symbolic(&x, sizeof x, "x");
    if (x > 0)
        p = 0;
    else
        p = &o;
    pthread_once(p, f);
    return 0;
}
