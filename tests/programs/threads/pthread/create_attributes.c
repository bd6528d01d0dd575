// verdict: ok

/* Threads created with attributes: detach state, stack size, scope and scheduling can be set and asked for; a detached
   thread needs no join. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *work(void *arg) {
    *(int *)arg = 7;
    sem_post(&done);
    return 0;
}

int main(void) {
    pthread_attr_t attr;
    pthread_t t;
    static int cell;
    int state;
    size_t size;
    assert(pthread_attr_init(&attr) == 0);
    assert(pthread_attr_getdetachstate(&attr, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&attr, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_setstacksize(&attr, 1 << 20) == 0);
    assert(pthread_attr_getstacksize(&attr, &size) == 0 && size == 1 << 20);
    sem_init(&done, 0, 0);
    assert(pthread_create(&t, &attr, work, &cell) == 0);
    assert(pthread_attr_destroy(&attr) == 0);
    sem_wait(&done);
    assert(cell == 7);
    return 0;
}
