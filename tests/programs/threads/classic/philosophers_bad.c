// verdict: bugs
// bug: deadlock 27

/* Three philosophers, each takes the left fork first: all hold one and wait for the next. */
#include <pthread.h>
#include <stdint.h>

enum { N = 3 };
static pthread_mutex_t fork_[N];

static void *dine(void *arg) {
    int me = (int)(intptr_t)arg;
    pthread_mutex_lock(&fork_[me]);
    pthread_mutex_lock(&fork_[(me + 1) % N]);
    pthread_mutex_unlock(&fork_[(me + 1) % N]);
    pthread_mutex_unlock(&fork_[me]);
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
    return 0;
}
