// verdict: ok
// time: 60s

/* The bakery for three threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { THREADS = 3 };
static atomic_int choosing[THREADS], number[THREADS];
static int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg, mine = 0;
    choosing[me] = 1;
    for (int k = 0; k < THREADS; k++) {
        int n = k == me ? 0 : number[k];
        if (n > mine)
            mine = n;
    }
    number[me] = ++mine;
    choosing[me] = 0;
    for (int k = 0; k < THREADS; k++) {
        if (k == me)
            continue;
        while (choosing[k])
            ;
        for (;;) {
            int n = number[k];
            if (n == 0 || n > mine || (n == mine && k > me))
                break;
        }
    }
    owner = me;
    assert(owner == me);
    number[me] = 0;
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
