// verdict: bugs
// bug: deadlock 26

/* Three threads join each other in a circle, and main waits for one of them to get through. */
#include <pthread.h>
#include <semaphore.h>

static pthread_t a, b, c;
static sem_t go, done;

static void *join_next(void *arg) {
    sem_wait(&go);
    pthread_join(*(pthread_t *)arg, 0);
    sem_post(&done);
    return 0;
}

int main(void) {
    sem_init(&go, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&a, 0, join_next, &b);
    pthread_create(&b, 0, join_next, &c);
    pthread_create(&c, 0, join_next, &a);
    for (int i = 0; i < 3; i++)
        sem_post(&go);
    sem_wait(&done);
    return 0;
}
