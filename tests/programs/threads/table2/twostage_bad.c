// verdict: bugs
// bug: assert 36
// bug: race 19 22
// runs baseline: 8544 0
// runs dpor: 40 0
// runs ag: 6 27
// runs ag-assert: 4 3

/* twostage with two writers and a reader: the second stage is not part of the first, and the reader comes between.
   The writers read data1 under the second mutex only, which races with the other writer's store. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static int data1, data2;

static void *write_both(void *arg) {
    pthread_mutex_lock(&m1);
    data1 = 1;
    pthread_mutex_unlock(&m1);
    pthread_mutex_lock(&m2);
    data2 = data1 + 1;
    pthread_mutex_unlock(&m2);
    return arg;
}

static void *read_both(void *arg) {
    pthread_mutex_lock(&m1);
    int first = data1;
    pthread_mutex_unlock(&m1);
    if (first == 0)
        return arg;
    pthread_mutex_lock(&m2);
    int second = data2;
    pthread_mutex_unlock(&m2);
    assert(second == first + 1);
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, write_both, 0);
    pthread_create(&t[1], 0, write_both, 0);
    pthread_create(&t[2], 0, read_both, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
