// verdict: ok

/* Two threads try to put their number into an empty cell: one succeeds, the other learns the winner's number. */
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <threads.h>

static atomic_int cell;

static int work(void *arg) {
    int me = (int)(intptr_t)arg, expected = 0;
    if (atomic_compare_exchange_strong(&cell, &expected, me)) {
        assert(expected == 0 && cell == me);
        return 1;
    }
    assert(expected == 3 - me && cell == 3 - me);
    return 0;
}

int main(void) {
    thrd_t t[2];
    int won[2];
    for (intptr_t i = 0; i < 2; i++)
        thrd_create(&t[i], work, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        thrd_join(t[i], &won[i]);
    assert(won[0] + won[1] == 1);
    return 0;
}
