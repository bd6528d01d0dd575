// verdict: ok

/* A _Thread_local variable is one a thread, with its initial value; a static one inside a function too. */
#include <assert.h>
#include <threads.h>

static _Thread_local int mine = 5;

static int *counter(void) {
    static _Thread_local int count;
    count++;
    return &count;
}

static int work(void *arg) {
    assert(mine == 5);
    mine = *(int *)arg;
    assert(*counter() == 1);
    assert(mine == *(int *)arg);
    return 0;
}

int main(void) {
    thrd_t t[2];
    int values[2] = {1, 2};
    mine = 9;
    for (int i = 0; i < 2; i++)
        thrd_create(&t[i], work, &values[i]);
    assert(*counter() == 1);
    for (int i = 0; i < 2; i++)
        thrd_join(t[i], 0);
    assert(mine == 9);
    return 0;
}
