// verdict: bugs
// bug: use-after-free 12

/* Main leaves with pthread_exit: its stack is gone, the thread that was given a pointer into it is not. */
#include <pthread.h>
#include <semaphore.h>

static sem_t go;

static void *work(void *arg) {
    sem_wait(&go);
    return *(int *)arg == 1 ? arg : 0;
}

static void start(void) {
    pthread_t t;
    int local = 1;
    pthread_create(&t, 0, work, &local);
}

int main(void) {
    sem_init(&go, 0, 0);
    start();
    sem_post(&go);
    pthread_exit(0);
}
