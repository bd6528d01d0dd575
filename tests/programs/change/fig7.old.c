/* Paper 000, figure 7: the thread that is changed is created behind the read. Old version. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int y;

void *two(void *p) {
    x = 5;
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
