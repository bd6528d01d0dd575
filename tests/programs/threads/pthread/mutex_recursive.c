// verdict: ok

/* A recursive mutex counts: another thread gets it only after as many unlocks as locks. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int data;

static void *add(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
    data++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutex_init(&m, &attr) == 0);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(data == 4);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}
