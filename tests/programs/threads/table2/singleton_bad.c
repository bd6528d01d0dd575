// verdict: bugs
// bug: assert 48
// runs baseline: 24 0
// runs dpor: 24 0
// runs ag: 8 12
// runs ag-assert: 2 1

/* singleton: one thread allocates, then four write a letter, two of them another one: who was last? 4! orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_char *v;

static void *make(void *arg) {
    v = malloc(1);
    return arg;
}

static void *write_x(void *arg) {
    v[0] = 'X';
    return arg;
}

static void *write_y(void *arg) {
    v[0] = 'Y';
    return arg;
}

static void *all(void *arg) {
    pthread_t m, t[4];
    pthread_create(&m, 0, make, 0);
    pthread_join(m, 0);
    pthread_create(&t[0], 0, write_x, 0);
    pthread_create(&t[1], 0, write_y, 0);
    pthread_create(&t[2], 0, write_y, 0);
    pthread_create(&t[3], 0, write_x, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, all, 0);
    pthread_join(t, 0);
    assert(v[0] == 'X');
    free(v);
    return 0;
}
