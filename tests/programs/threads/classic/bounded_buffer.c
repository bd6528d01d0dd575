// verdict: ok

/* A bounded buffer of one place with two producers and one consumer; semaphores count, a mutex guards the
   indices. The sum of what comes out is the sum of what went in. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

enum { PLACES = 1, PRODUCERS = 2 };
static sem_t places, items;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ring[PLACES], head, tail;

static void *produce(void *arg) {
    sem_wait(&places);
    pthread_mutex_lock(&m);
    ring[head] = (int)(intptr_t)arg;
    head = (head + 1) % PLACES;
    pthread_mutex_unlock(&m);
    sem_post(&items);
    return 0;
}

static void *consume(void *arg) {
    int sum = 0;
    for (int i = 0; i < PRODUCERS; i++) {
        sem_wait(&items);
        pthread_mutex_lock(&m);
        sum += ring[tail];
        tail = (tail + 1) % PLACES;
        pthread_mutex_unlock(&m);
        sem_post(&places);
    }
    assert(sum == 3);
    return arg;
}

int main(void) {
    pthread_t p[PRODUCERS], c;
    sem_init(&places, 0, PLACES);
    sem_init(&items, 0, 0);
    for (intptr_t i = 0; i < PRODUCERS; i++)
        pthread_create(&p[i], 0, produce, (void *)(i + 1));
    pthread_create(&c, 0, consume, 0);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(p[i], 0);
    pthread_join(c, 0);
    return 0;
}
