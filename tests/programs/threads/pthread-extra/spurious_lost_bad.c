// args: --spurious
// verdict: bugs
// bug: deadlock 21

/* Wake-ups for no reason are no cure for a signal that is never sent: they need not come. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, other;

static void *set(void *arg) {
    pthread_mutex_lock(&m);
    other = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

static void wait_for_it(void) {
    while (!ready)
        pthread_cond_wait(&c, &m);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, &ready);
    pthread_mutex_lock(&m);
    wait_for_it();
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return other;
}
