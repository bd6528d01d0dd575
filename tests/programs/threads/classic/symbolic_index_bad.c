// verdict: bugs
// bug: race 14 23
// bug: assert 23

/* An unknown index decides whether two threads meet: they race only where it is the other one's cell. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>

static int cell[3];
static unsigned at;

static void *write_at(void *arg) {
    cell[at] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    rethread_symbolic(&at, sizeof at, "at");
    rethread_assume(at < 3);
    pthread_create(&t, 0, write_at, 0);
    assert(cell[1] == 0);
    pthread_join(t, 0);
    return 0;
}
