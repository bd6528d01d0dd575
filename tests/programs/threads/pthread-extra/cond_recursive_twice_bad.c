// verdict: bugs
// bug: lock-misuse 14

/* Waiting with a recursive mutex that is locked twice: nobody can ever get it. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    return 0;
}
