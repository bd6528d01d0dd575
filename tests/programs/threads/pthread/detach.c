// verdict: ok

/* A detached thread runs on; a semaphore tells that it is done. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int data;

static void *work(void *arg) {
    data = 3;
    sem_post(&done);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, 0, work, 0);
    assert(pthread_detach(t) == 0);
    sem_wait(&done);
    assert(data == 3);
    return 0;
}
