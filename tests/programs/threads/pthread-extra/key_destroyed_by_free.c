// verdict: error
// message: the destructor `free`, which has no body

/* A function of the machine cannot be what ends a thread's data. */
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *worker(void *arg) {
    pthread_setspecific(key, malloc(4));
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, free);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
