/* As conflict, with the thread that reads created first. Old version. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int z, w;

void *one(void *p) {
    z++;
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
