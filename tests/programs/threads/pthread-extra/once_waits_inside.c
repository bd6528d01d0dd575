// verdict: ok

/* The routine may itself use a barrier, another once, and condition variables; whoever comes later sees it all. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void inner(void) {
    data++;
}

static void outer(void) {
    pthread_once(&second, inner);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    data++;
}

static void *use(void *arg) {
    pthread_once(&first, outer);
    pthread_once(&second, inner);
    assert(data == 2);
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, use, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
