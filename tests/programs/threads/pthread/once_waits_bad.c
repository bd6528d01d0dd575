// verdict: bugs
// bug: deadlock 27

/* The routine of pthread_once waits for a thread that waits for the same once. */
#include <pthread.h>
#include <semaphore.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t s;

static void init(void) {
    sem_wait(&s);
}

static void *other(void *arg) {
    pthread_once(&once, init);
    sem_post(&s);
    return arg;
}

int main(void) {
    pthread_t t[2];
    sem_init(&s, 0, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, other, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
