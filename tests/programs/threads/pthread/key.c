// verdict: ok

/* Thread-specific data: a value a thread, null at first; destructors run at the end of a thread for values that are
   not null. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int destroyed[2];

static void destroy(void *arg) {
    assert(pthread_getspecific(key) == 0);
    *(int *)arg = 1;
}

static void *work(void *arg) {
    assert(pthread_getspecific(key) == 0);
    if (arg)
        assert(pthread_setspecific(key, arg) == 0);
    assert(pthread_getspecific(key) == arg);
    return 0;
}

int main(void) {
    pthread_t t[3];
    assert(pthread_key_create(&key, destroy) == 0);
    pthread_create(&t[0], 0, work, &destroyed[0]);
    pthread_create(&t[1], 0, work, &destroyed[1]);
    pthread_create(&t[2], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(destroyed[0] && destroyed[1]);
    assert(pthread_getspecific(key) == 0);
    assert(pthread_key_delete(key) == 0);
    return 0;
}
