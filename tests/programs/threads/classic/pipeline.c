// verdict: ok

/* Three stages connected by semaphores, two items: everything comes out in order. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { ITEMS = 2 };
static sem_t first_done, second_done;
static int first[ITEMS], second[ITEMS];

static void *square(void *arg) {
    for (int i = 0; i < ITEMS; i++) {
        first[i] = (i + 1) * (i + 1);
        sem_post(&first_done);
    }
    return arg;
}

static void *increment(void *arg) {
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&first_done);
        second[i] = first[i] + 1;
        sem_post(&second_done);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&first_done, 0, 0);
    sem_init(&second_done, 0, 0);
    pthread_create(&a, 0, square, 0);
    pthread_create(&b, 0, increment, 0);
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&second_done);
        assert(second[i] == (i + 1) * (i + 1) + 1);
    }
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
