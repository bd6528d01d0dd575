// changed: 15
// deleted: 11
// impacted: 13 14 15 17 18 22 23 24 25
// feeding: 13 14 15 22 23 24 29 30 31
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
