// verdict: ok

/* A sense-reversing barrier made of atomics: two threads, two phases. The wait is a loop that re-reads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int missing = 2, sense;
static int cell[2];

static void wait_for_all(int *mine) {
    *mine = !*mine;
    if (atomic_fetch_sub(&missing, 1) == 1) {
        missing = 2;
        sense = *mine;
    } else {
        while (sense != *mine)
            ;
    }
}

static void *phases(void *arg) {
    int me = (int)(intptr_t)arg, mine = 0;
    for (int phase = 1; phase <= 2; phase++) {
        cell[me] = phase;
        wait_for_all(&mine);
        assert(cell[1 - me] == phase);
        wait_for_all(&mine);
    }
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, phases, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
