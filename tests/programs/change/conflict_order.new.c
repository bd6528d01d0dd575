// verdict: bugs
// bug: new assert 23
// runs dpor: 2 0
// runs cia: 2 0
// changed: 17
// deleted:
// impacted: 17 22 23 24 29 30 31 32 33 34
// feeding: 17 28 29 30
/* As conflict, with the thread that reads created first. */
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
    pthread_create(&t, 0, two, 0);
    pthread_create(&u, 0, one, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
