/* readreadwrite, v5 against v0: the writer writes a third number between the two, which the second reader
   reads and checks.
   Kind: 5 statements added. Effect: none. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { WRITES = 3, READS = 2 };
static atomic_int x, y, z;

static void *first_reader(void *arg) {
    for (int i = 0; i < READS; i++) {
        int a = x, b = y;
        assert(a <= b);
    }
    return arg;
}

static void *second_reader(void *arg) {
    int last = 0;
    for (int i = 0; i < READS; i++) {
        int a = x, c = z, b = y;
        assert(a <= b);
        assert(last <= c);
        assert(2 * a <= c);
        last = c;
    }
    return arg;
}

static void *writer(void *arg) {
    for (int i = 1; i <= WRITES; i++) {
        y = i;
        z = 2 * i;
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
