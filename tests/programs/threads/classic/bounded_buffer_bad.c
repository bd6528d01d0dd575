// verdict: bugs
// bug: deadlock 41

/* A bounded buffer that takes the mutex before it waits for a place: the producer sleeps with the mutex held
   and the consumer cannot make room. */
#include <pthread.h>
#include <semaphore.h>

static sem_t places, items;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int filled;

static void *produce(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        sem_wait(&places);
        filled++;
        sem_post(&items);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *consume(void *arg) {
    for (int i = 0; i < 2; i++) {
        sem_wait(&items);
        pthread_mutex_lock(&m);
        filled--;
        pthread_mutex_unlock(&m);
        sem_post(&places);
    }
    return arg;
}

int main(void) {
    pthread_t p, c;
    sem_init(&places, 0, 1);
    sem_init(&items, 0, 0);
    pthread_create(&p, 0, produce, 0);
    pthread_create(&c, 0, consume, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return filled;
}
