// verdict: ok
// runs dpor: 1 0
// runs cia: 0 0
// changed: 17
// deleted:
// impacted: 17
// feeding: 17 22 23 24 25 30 31
/* Paper 000, figure 7: the thread that is changed is created behind the read. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int y;

void *two(void *p) {
    x = 6;
    return 0;
}

void *one(void *p) {
    pthread_t t;
    int t1 = x;
    assert(t1 == 0);
    pthread_create(&t, 0, two, 0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    return 0;
}
