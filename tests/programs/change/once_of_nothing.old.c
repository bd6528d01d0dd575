#include <assert.h>
#include <pthread.h>
static int done;
static pthread_once_t o = PTHREAD_ONCE_INIT, *p;

static void f(void) {
    assert(done == 1);
}

int main(void) {
    p = 0;
    pthread_once(p, f);
    return 0;
}
