// verdict: ok

/* The same three, but everybody takes the fork with the smaller number first: no circle, no deadlock. */
#include <pthread.h>
#include <stdint.h>

enum { N = 3 };
static pthread_mutex_t fork_[N];

static void *dine(void *arg) {
    int me = (int)(intptr_t)arg, next = (me + 1) % N;
    int low = me < next ? me : next, high = me < next ? next : me;
    pthread_mutex_lock(&fork_[low]);
    pthread_mutex_lock(&fork_[high]);
    pthread_mutex_unlock(&fork_[high]);
    pthread_mutex_unlock(&fork_[low]);
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_[i], 0);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, dine, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < N; i++)
        pthread_mutex_destroy(&fork_[i]);
    return 0;
}
