// verdict: ok

/* A timed wait gets its turn or says ETIMEDOUT. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;

static void *post(void *arg) {
    sem_post(&s);
    return arg;
}

int main(void) {
    pthread_t t;
    struct timespec when = {0, 0};
    int value;
    sem_init(&s, 0, 0);
    assert(sem_timedwait(&s, &when) == -1 && errno == ETIMEDOUT);
    pthread_create(&t, 0, post, 0);
    int answer = sem_timedwait(&s, &when);
    assert(answer == 0 || (answer == -1 && errno == ETIMEDOUT));
    pthread_join(t, 0);
    sem_getvalue(&s, &value);
    assert(value == (answer == 0 ? 0 : 1));
    return 0;
}
