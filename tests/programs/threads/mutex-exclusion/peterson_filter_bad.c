// verdict: bugs
// bug: assert 31

/* The filter lock with one level too few: it keeps one of three threads behind, so two of them are inside.
   `owner` is atomic here: the assertion is the only bug. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { THREADS = 3, LEVELS = 2 };
static atomic_int level[THREADS], last[LEVELS];
static atomic_int owner;

static int somebody_at(int at, int me) {
    for (int k = 0; k < THREADS; k++)
        if (k != me && level[k] >= at)
            return 1;
    return 0;
}

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg;
    for (int at = 1; at < LEVELS; at++) {
        level[me] = at;
        last[at] = me;
        while (somebody_at(at, me) && last[at] == me)
            ;
    }
    owner = me;
    assert(owner == me);
    level[me] = 0;
    return 0;
}

int main(void) {
    pthread_t t[THREADS];
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, enter, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    return 0;
}
