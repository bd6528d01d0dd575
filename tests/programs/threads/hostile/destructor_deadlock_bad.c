// verdict: bugs
// bug: deadlock 25

/* A destructor that waits for something that its thread would have done. */
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static sem_t s;

static void wait_in_vain(void *arg) {
    sem_wait(arg);
}

static void *work(void *arg) {
    pthread_setspecific(key, &s);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_key_create(&key, wait_in_vain);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
