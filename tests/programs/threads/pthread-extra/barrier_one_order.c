// verdict: ok
// runs dpor: 1 0

/* Nobody looks at who came last: the order in which four threads arrive, three times over, makes no difference. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int cell[4];

static void *work(void *arg) {
    int *mine = arg;
    for (int round = 0; round < 3; round++) {
        ++*mine;
        pthread_barrier_wait(&barrier);
        for (int i = 0; i < 4; i++)
            assert(cell[i] == round + 1);
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(void) {
    pthread_t t[4];
    pthread_barrier_init(&barrier, 0, 4);
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, work, &cell[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}
