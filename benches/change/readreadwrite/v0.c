/* readreadwrite, v0: the writer counts y and then x up; two readers read x and then y, twice. Who sees a new
   x sees a y that is as new. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { WRITES = 3, READS = 2 };
static atomic_int x, y;

static void *first_reader(void *arg) {
    for (int i = 0; i < READS; i++) {
        int a = x, b = y;
        assert(a <= b);
    }
    return arg;
}

static void *second_reader(void *arg) {
    for (int i = 0; i < READS; i++) {
        int a = x, b = y;
        assert(a <= b);
    }
    return arg;
}

static void *writer(void *arg) {
    for (int i = 1; i <= WRITES; i++) {
        y = i;
        x = i;
    }
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, first_reader, 0);
    pthread_create(&t[1], 0, second_reader, 0);
    pthread_create(&t[2], 0, writer, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
