// verdict: bugs
// bug: new race 20 28
// bug: new assert 28
// runs dpor: 18 0
// runs cia: 18 0
// changed: 20
// deleted: 11
// impacted: 18 19 20 22 23 27 28 29 30
// feeding: 18 19 20 27 28 29 34 35 36
/* A lock that is given up too early: nothing in the section changed. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;

void *one(void *p) {
    pthread_mutex_lock(&m);
    x = 1; pthread_mutex_unlock(&m);
    x = 0;
    
    y = 1;
    return 0;
}

void *two(void *p) {
    pthread_mutex_lock(&m);
    assert(x == 0);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    return 0;
}
