// verdict: bugs
// bug: new assert 33
// runs summaries,carry: 2 1
// runs scia: 1 0
// changed:
// deleted: 17
// impacted: 25 30 32 33 34 35
// feeding: 29 30
/* A call is under way, and what comes behind it is changed: what was known inside of it does not hold any more. */
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
