// verdict: ok

/* A ring of two places with two counting semaphores, one producer and one consumer: no mutex is needed, and
   the plain cells do not race. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { PLACES = 2, ITEMS = 3 };
static sem_t places, items;
static int ring[PLACES];

static void *produce(void *arg) {
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&places);
        ring[i % PLACES] = i * i;
        sem_post(&items);
    }
    return arg;
}

static void *consume(void *arg) {
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&items);
        assert(ring[i % PLACES] == i * i);
        sem_post(&places);
    }
    return arg;
}

int main(void) {
    pthread_t p, c;
    sem_init(&places, 0, PLACES);
    sem_init(&items, 0, 0);
    pthread_create(&p, 0, produce, 0);
    pthread_create(&c, 0, consume, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    sem_destroy(&places);
    sem_destroy(&items);
    return 0;
}
