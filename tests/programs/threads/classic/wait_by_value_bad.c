// args: --checks assert
// verdict: bugs
// bug: assert 26
/* A loop that hands a struct over by value until another thread has written to it is a wait. */
#include <assert.h>
#include <pthread.h>

struct big {
    long c[4];
};
static struct big shared;
static int y;

static long first(struct big x) { return x.c[0]; }

static void *writer(void *arg) {
    y = 1;
    shared.c[0] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (first(shared) != 1) {}
    assert(y == 0);
    pthread_join(t, 0);
    return 0;
}
