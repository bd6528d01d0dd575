// verdict: ok

/* A thread that waits for a semaphore is cancelled there (or before it begins to wait): its cleanup handlers run, the
   last pushed first, and join says PTHREAD_CANCELED. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static int order[2], count;

static void clean(void *arg) {
    order[count++] = *(int *)arg;
}

static void *work(void *arg) {
    int one = 1, two = 2;
    pthread_cleanup_push(clean, &one);
    pthread_cleanup_push(clean, &two);
    sem_wait(&never);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return arg;
}

int main(void) {
    pthread_t t;
    void *value;
    sem_init(&never, 0, 0);
    pthread_create(&t, 0, work, 0);
    assert(pthread_cancel(t) == 0);
    assert(pthread_join(t, &value) == 0);
    assert(value == PTHREAD_CANCELED);
    assert(count == 2 && order[0] == 2 && order[1] == 1);
    return 0;
}
