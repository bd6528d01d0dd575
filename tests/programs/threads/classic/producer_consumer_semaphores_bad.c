// verdict: bugs
// bug: assert 26
// bug: race 17 26

/* The ring with one place more in the semaphore than in the array: the producer laps the consumer. */
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
    sem_init(&places, 0, PLACES + 1);
    sem_init(&items, 0, 0);
    pthread_create(&p, 0, produce, 0);
    pthread_create(&c, 0, consume, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
