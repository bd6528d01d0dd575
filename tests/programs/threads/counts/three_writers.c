// verdict: ok
// runs baseline: 6 0
// runs dpor: 6 0

/* Three threads store to one place: 3! orders, none like another. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x;

static void *store(void *arg) {
    x = (int)(intptr_t)arg;
    return 0;
}

int main(void) {
    pthread_t t[3];
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&t[i], 0, store, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
