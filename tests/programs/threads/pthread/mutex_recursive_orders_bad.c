// verdict: bugs
// bug: assert 43
// bug: assert 44
// runs baseline: 2 0
// runs dpor: 2 0

/* Two threads under a recursive mutex that each locks twice: either may be the last to write. The inner locks, which
   never wait, must not hide that the outer ones can be had in either order. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int data;

static void set(int value) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    data = value;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
}

static void *first(void *arg) {
    set(1);
    return arg;
}

static void *second(void *arg) {
    set(2);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(data != 1);
    assert(data != 2);
    return 0;
}
