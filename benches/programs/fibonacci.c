// Two threads, each adding to one number what the other made of its own; loads and stores are separate.
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 5
#endif

#ifdef LOCKED
static int i = 1, j = 1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#define ROUND(a, b) (pthread_mutex_lock(&mutex), a += b, pthread_mutex_unlock(&mutex))
#else
static atomic_int i = 1, j = 1;
#define GET(x) atomic_load_explicit(&x, memory_order_relaxed)
#define ROUND(a, b) atomic_store_explicit(&a, GET(a) + GET(b), memory_order_relaxed)
#endif

static void *first(void *unused) {
    (void)unused;
    for (int k = 0; k < N; k++)
        ROUND(i, j);
    return 0;
}

static void *second(void *unused) {
    (void)unused;
    for (int k = 0; k < N; k++)
        ROUND(j, i);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
