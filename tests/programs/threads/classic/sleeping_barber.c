// verdict: ok

/* The sleeping barber with one chair and two customers: who finds no chair leaves; who sits is shaved. The barber
   serves as many as sat down, then closes. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t customers, shaved;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int chairs = 1, arrived, sat, served;

static void *barber(void *arg) {
    for (;;) {
        sem_wait(&customers);
        pthread_mutex_lock(&m);
        int close = served == sat;
        if (!close) {
            chairs++;
            served++;
        }
        pthread_mutex_unlock(&m);
        if (close)
            return arg;
        sem_post(&shaved);
    }
}

static void *customer(void *arg) {
    pthread_mutex_lock(&m);
    int seat = chairs > 0;
    if (seat) {
        chairs--;
        sat++;
        sem_post(&customers);
    }
    int last = ++arrived == 2;
    pthread_mutex_unlock(&m);
    if (seat)
        sem_wait(&shaved);
    if (last)
        sem_post(&customers);
    return arg;
}

int main(void) {
    pthread_t b, c[2];
    sem_init(&customers, 0, 0);
    sem_init(&shaved, 0, 0);
    pthread_create(&b, 0, barber, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&c[i], 0, customer, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(c[i], 0);
    pthread_join(b, 0);
    assert(served == sat && chairs == 1);
    return 0;
}
