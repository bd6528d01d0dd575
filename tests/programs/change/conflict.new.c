// changed: 13
// deleted:
// impacted: 13 18 19 20
// feeding: 13 24 25
/* A write that nobody read becomes one that the other thread reads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int z, w;

void *one(void *p) {
    w++;
    return 0;
}

void *two(void *p) {
    int r = w;
    assert(r == 0);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    return 0;
}
