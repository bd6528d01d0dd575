// verdict: bugs
// bug: fixed null 12
// bug: new assert 15
// changed: 12 19
// deleted:
// impacted: 15 16 19 20 21
// feeding: 19
/* What a built-in calls comes behind its own checks. */
#include <assert.h>
#include <pthread.h>
static int done;
static pthread_once_t o = PTHREAD_ONCE_INIT, *p;

static void f(void) {
    assert(done == 1);
}

int main(void) {
    p = &o;
    pthread_once(p, f);
    return 0;
}
