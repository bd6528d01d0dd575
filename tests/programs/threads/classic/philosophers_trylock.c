// verdict: ok

/* Two philosophers that put the first fork back when the second is taken, and give up: nobody waits for ever,
   though both may leave hungry. */
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t fork_[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int ate[2];

static void *dine(void *arg) {
    int me = (int)(intptr_t)arg;
    pthread_mutex_lock(&fork_[me]);
    if (pthread_mutex_trylock(&fork_[1 - me]) == 0) {
        ate[me] = 1;
        pthread_mutex_unlock(&fork_[1 - me]);
    }
    pthread_mutex_unlock(&fork_[me]);
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, dine, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return ate[0] + ate[1];
}
