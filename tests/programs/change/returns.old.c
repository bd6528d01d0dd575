/* A call is under way, and what comes behind it is changed: there the run ended. Old version. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

static atomic_int x;

static int look(void) {
    int first = x;
    return first + x;
}

static void *reader(void *arg) {
    look();
    __VERIFIER_assume(0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    x = 1;
    pthread_join(t, 0);
    assert(x != 1);
    return 0;
}
