// verdict: ok

/* A work stealing deque (Chase and Lev, a fixed array): the owner puts two tasks in and takes from the bottom, a
   thief takes from the top. The last task is fought for with a compare-and-swap; nobody gets one twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom;
static int task[2];
static atomic_int done[2];

static void run(int t) {
    assert(atomic_fetch_add(&done[t], 1) == 0);
}

static void put(int t) {
    int b = bottom;
    task[b] = t;
    bottom = b + 1;
}

static int take(void) {
    int b = bottom - 1;
    bottom = b;
    int t = top;
    if (t > b) {
        bottom = b + 1;
        return -1;
    }
    int got = task[b];
    if (t == b) {
        if (!atomic_compare_exchange_strong(&top, &t, t + 1))
            got = -1;
        bottom = b + 1;
    }
    return got;
}

static int steal(void) {
    int t = top, b = bottom;
    if (t >= b)
        return -1;
    int got = task[t];
    return atomic_compare_exchange_strong(&top, &t, t + 1) ? got : -1;
}

static void *thief(void *arg) {
    int got = steal();
    if (got >= 0)
        run(got);
    return arg;
}

int main(void) {
    pthread_t t;
    put(0);
    put(1);
    pthread_create(&t, 0, thief, 0);
    int got;
    while ((got = take()) >= 0)
        run(got);
    pthread_join(t, 0);
    return 0;
}
