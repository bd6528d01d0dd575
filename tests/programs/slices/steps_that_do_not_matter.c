// args: --checks assert
// no-replay: it has a schedule
// verdict: ok
// runs baseline: 252 0
// runs slice: 2 0

/* Two threads write shared variables that nobody asks about; the assertion sees one write and one read. */
#include <assert.h>
#include <pthread.h>

static _Atomic int noise, noise2, seen;

static void *first(void *unused) {
    noise = 1;
    noise2 = 2;
    noise = 3;
    noise2 = 4;
    seen = 1;
    return unused;
}

static void *second(void *unused) {
    noise = 5;
    noise2 = 6;
    noise = 7;
    noise2 = 8;
    assert(seen < 2);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
