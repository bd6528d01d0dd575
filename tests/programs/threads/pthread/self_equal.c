// verdict: ok

/* A thread's own name is the one its creator got; two threads' names differ. */
#include <assert.h>
#include <pthread.h>

static pthread_t self[2];

static void *note(void *arg) {
    *(pthread_t *)arg = pthread_self();
    assert(pthread_equal(*(pthread_t *)arg, pthread_self()));
    return 0;
}

int main(void) {
    pthread_t t[2], me = pthread_self();
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, note, &self[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(pthread_equal(t[0], self[0]) && pthread_equal(t[1], self[1]));
    assert(!pthread_equal(self[0], self[1]) && !pthread_equal(self[0], me));
    assert(pthread_equal(me, pthread_self()));
    return 0;
}
