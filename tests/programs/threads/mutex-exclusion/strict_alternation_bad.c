// verdict: bugs
// bug: deadlock 22

/* Taking turns when one thread comes twice and the other never: the first one's second turn does not come. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *twice(void *arg) {
    for (int round = 0; round < 2; round++) {
        while (turn != 0)
            ;
        turn = 1;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, twice, 0);
    pthread_join(t, 0);
    return 0;
}
