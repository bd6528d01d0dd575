// verdict: bugs
// bug: new deadlock 34
// runs dpor: 3 0
// runs cia: 3 0
// changed: 24
// deleted: 15
// impacted: 15 16 17 18 19 23 24 25 26 27 32 33 34 35 36 37
// feeding: 15 16 17 18 23 24 25 26 31 32 33
/* Two locks that are taken in another order. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

void *one(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return 0;
}

void *two(void *p) {
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
