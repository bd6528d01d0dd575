// verdict: ok
// runs baseline: 6 0
// runs dpor: 6 0
// runs ag: 2 3
// runs ag-assert: 2 3

/* stateful01: two critical sections a thread under one mutex, 4 over 2 orders; the sums are always the same. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data1 = 10, data2 = 10;

static void *first(void *arg) {
    pthread_mutex_lock(&m);
    data1++;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    data2++;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&m);
    data1 += 5;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    data2 -= 6;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(data1 == 16 && data2 == 5);
    return 0;
}
