// N writers, each of one cell of a chain; a reader goes from the end to the last cell that is zero.
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 8
#endif

static atomic_int cells[N + 1];

static void *writer(void *place) {
    long j = (long)place;
    int before = atomic_load_explicit(&cells[j - 1], memory_order_relaxed);
    atomic_store_explicit(&cells[j], before + 1, memory_order_relaxed);
    return 0;
}

static void *reader(void *unused) {
    (void)unused;
    for (int i = N; atomic_load_explicit(&cells[i], memory_order_relaxed) != 0; i--)
        ;
    return 0;
}

int main(void) {
    pthread_t threads[N + 1];
    pthread_create(&threads[0], 0, reader, 0);
    for (long i = 1; i <= N; i++)
        pthread_create(&threads[i], 0, writer, (void *)i);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
