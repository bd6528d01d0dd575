// verdict: ok
// runs baseline: 90 0
// runs dpor: 9 0
// runs ag: 4 5
// runs ag-assert: 4 5

/* readreadwrite: two readers read x and then y, the writer writes y and then x. Who sees the new x sees the new y. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *reader(void *arg) {
    int a = x, b = y;
    assert(a <= b);
    return arg;
}

static void *writer(void *arg) {
    y = 1;
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, reader, 0);
    pthread_create(&t[1], 0, reader, 0);
    pthread_create(&t[2], 0, writer, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
