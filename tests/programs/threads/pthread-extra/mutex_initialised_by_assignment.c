// verdict: ok

/* Destroyed memory may be used for a mutex again, also by assigning the initialiser. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const pthread_mutex_t initial = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    for (int i = 0; i < 3; i++) {
        assert(pthread_mutex_lock(&m) == 0);
        assert(pthread_mutex_unlock(&m) == 0);
        assert(pthread_mutex_destroy(&m) == 0);
        m = initial;
    }
    return 0;
}
