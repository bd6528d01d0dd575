// verdict: ok
// runs baseline: 56 0
// runs dpor: 4 0
// runs ag: 2 2
// runs ag-assert: 2 2

/* ticket: two threads enter the critical section once each by tickets drawn in an atomic section. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static atomic_int inside;

static unsigned __VERIFIER_atomic_draw(void) {
    unsigned mine = next_ticket;
    next_ticket = mine + 1;
    return mine;
}

static void *enter(void *arg) {
    unsigned mine = __VERIFIER_atomic_draw();
    while (now_serving != mine)
        ;
    inside = 0;
    assert(inside == 0);
    inside = 1;
    now_serving = now_serving + 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, enter, 0);
    pthread_create(&b, 0, enter, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
