// verdict: bugs
// bug: deadlock 37

/* The customer looks whether the barber sleeps without the mutex that guards his falling asleep: he may fall asleep
   in between, and the customer waits for somebody who was never woken. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t wake, shaved;
static atomic_int asleep, waiting;

static void *barber(void *arg) {
    if (!waiting) {
        asleep = 1;
        sem_wait(&wake);
    }
    sem_post(&shaved);
    return arg;
}

static void *customer(void *arg) {
    int sleeping = asleep;
    waiting = 1;
    if (sleeping)
        sem_post(&wake);
    sem_wait(&shaved);
    return arg;
}

int main(void) {
    pthread_t b, c;
    sem_init(&wake, 0, 0);
    sem_init(&shaved, 0, 0);
    pthread_create(&b, 0, barber, 0);
    pthread_create(&c, 0, customer, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
