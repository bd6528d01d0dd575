// verdict: bugs
// bug: lock-misuse 10

/* Locking a mutex on the heap that was never initialised: its bytes are arbitrary. */
#include <pthread.h>
#include <stdlib.h>

int main(void) {
    pthread_mutex_t *m = malloc(sizeof *m);
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
    free(m);
    return 0;
}
