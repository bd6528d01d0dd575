// verdict: bugs
// bug: race 16 18

/* After the barrier each reads the other's cell and then writes its own again without a second barrier. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int cell[2];

static void *phase(void *arg) {
    int me = (int)(intptr_t)arg;
    cell[me] = 1;
    pthread_barrier_wait(&barrier);
    int theirs = cell[1 - me];
    assert(theirs == 1 || theirs == 2);
    cell[me] = 2;
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&barrier, 0, 2);
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, phase, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
