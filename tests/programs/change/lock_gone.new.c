// verdict: bugs
// bug: new race 17 23
// runs dpor: 4 0
// runs cia: 4 0
// changed:
// deleted: 15 17
// impacted: 16 17 18 19 23 24 29 30 31 32 33 34
// feeding: 16 18 28 29 30
/* A lock is gone: what it protected races, where nothing changed too. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *one(void *p) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

void *two(void *p) {
    x++;
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
