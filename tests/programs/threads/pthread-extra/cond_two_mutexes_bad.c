// verdict: bugs
// bug: lock-misuse 15
// bug: deadlock 25
// bug: deadlock 26

/* Two threads wait for one condition with a mutex each, at the same time. */
#include <pthread.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *work(void *arg) {
    pthread_mutex_t *mine = arg;
    pthread_mutex_lock(mine);
    pthread_cond_wait(&c, mine);
    pthread_mutex_unlock(mine);
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, &m[i]);
    pthread_cond_broadcast(&c);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
