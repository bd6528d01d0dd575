// verdict: ok

/* A one-place buffer with a mutex and a condition variable each way: what was put in comes out in order. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static int item, there;

static void *produce(void *arg) {
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&m);
        while (there)
            pthread_cond_wait(&empty, &m);
        item = i;
        there = 1;
        pthread_cond_signal(&full);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *consume(void *arg) {
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&m);
        while (!there)
            pthread_cond_wait(&full, &m);
        assert(item == i);
        there = 0;
        pthread_cond_signal(&empty);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, 0, produce, 0);
    pthread_create(&c, 0, consume, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    assert(!there);
    return 0;
}
