// verdict: bugs
// bug: new assert 19
// runs dpor: 15 0
// runs cia: 15 0
// changed: 24
// deleted:
// impacted: 17 19 20 24
// feeding: 24 31 32 33
/* Paper 000, figure 2: the write of one thread affects a read of the other, and not the other assertion. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 15, y = 5;

void *one(void *p) {
    int a = x;
    y = 10;
    assert(a >= 10);
    return 0;
}

void *two(void *p) {
    x = 5;
    int b = y;
    assert(b >= 5);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    return 0;
}
