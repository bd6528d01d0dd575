// verdict: bugs
// bug: use-after-free 18
// bug: lock-misuse 18
// bug: lock-misuse 30

/* The condition variable is on the heap and freed while somebody waits or is about to. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static sem_t locked;

static void *wait_for_it(void *arg) {
    pthread_mutex_lock(&m);
    sem_post(&locked);
    pthread_cond_wait(c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&locked, 0, 0);
    c = malloc(sizeof *c);
    pthread_cond_init(c, 0);
    pthread_create(&t, 0, wait_for_it, 0);
    sem_wait(&locked);
    pthread_cond_destroy(c);
    free(c);
    pthread_join(t, 0);
    return 0;
}
