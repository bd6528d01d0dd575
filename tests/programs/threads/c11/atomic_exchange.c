// verdict: ok

/* Two threads exchange their number for what is there: one gets zero, the other its partner's, the last stays. */
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <threads.h>

static atomic_int cell;

static int work(void *arg) {
    return atomic_exchange(&cell, (int)(intptr_t)arg);
}

int main(void) {
    thrd_t t[2];
    int got[2];
    for (intptr_t i = 0; i < 2; i++)
        thrd_create(&t[i], work, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        thrd_join(t[i], &got[i]);
    assert(got[0] + got[1] + cell == 3);
    assert(got[0] == 0 || got[1] == 0);
    return 0;
}
