// verdict: bugs
// bug: assert 31
// runs baseline: 6 0
// runs dpor: 6 0
// runs ag: 4 2
// runs ag-assert: 1 1

/* lazy01: three critical sections; the third fails if both others came before it. 3! orders. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *one(void *arg) {
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *two(void *arg) {
    pthread_mutex_lock(&m);
    data += 2;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *three(void *arg) {
    pthread_mutex_lock(&m);
    assert(data < 3);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, two, 0);
    pthread_create(&t[2], 0, three, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
