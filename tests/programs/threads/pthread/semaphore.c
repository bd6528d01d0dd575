// verdict: ok

/* Unnamed semaphores: wait, trywait, post, getvalue, destroy; errors come through errno. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int data;

static void *post(void *arg) {
    data = 1;
    assert(sem_post(&s) == 0);
    return arg;
}

int main(void) {
    pthread_t t;
    int value;
    assert(sem_init(&s, 0, 2) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 2);
    assert(sem_wait(&s) == 0);
    assert(sem_trywait(&s) == 0);
    errno = 0;
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    assert(sem_getvalue(&s, &value) == 0 && value == 0);
    pthread_create(&t, 0, post, 0);
    assert(sem_wait(&s) == 0);
    assert(data == 1);
    pthread_join(t, 0);
    assert(sem_destroy(&s) == 0);
    return 0;
}
