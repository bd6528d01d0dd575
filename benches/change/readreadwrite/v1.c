/* readreadwrite, v1 against v0: the writer notes that it is done, in a variable that nobody reads.
   Kind: 1 statement added. Effect: none. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { WRITES = 3, READS = 2 };
static atomic_int x, y;
static volatile int done;

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
    done = 1;
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
