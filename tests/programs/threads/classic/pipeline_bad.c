// verdict: bugs
// bug: race 16 23
// bug: race 23 34
// bug: assert 34

/* The second stage does not wait for the first, and it posts before it has written: the last stage reads too
   early. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t first_done, second_done;
static int first, second;

static void *square(void *arg) {
    first = 9;
    sem_post(&first_done);
    return arg;
}

static void *increment(void *arg) {
    sem_post(&second_done);
    second = first + 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&first_done, 0, 0);
    sem_init(&second_done, 0, 0);
    pthread_create(&a, 0, square, 0);
    pthread_create(&b, 0, increment, 0);
    sem_wait(&second_done);
    assert(second == 10);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
