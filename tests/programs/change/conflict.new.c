// verdict: bugs
// bug: new assert 23
// runs dpor: 5 0
// runs cia: 5 0
// changed: 17
// deleted:
// impacted: 17 22 23 24
// feeding: 17 28 29
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
