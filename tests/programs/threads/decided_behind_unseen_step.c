// verdict: ok
// runs dpor: 10 0
/* Whether a step of the worker can be seen hangs on who may still write: while main has not looked, its second read of the variable counts as one. A
   sequence that was planned where it did not count had the decision on `b` before it; now it comes behind it. */
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

static _Atomic int shared;
static int one = 1, got;

static void *worker(void *arg) {
    int l = shared;
    int a = __VERIFIER_nondet_int() & 1;
    if (a)
        l = shared;
    int b = __VERIFIER_nondet_int() & 1;
    if (a && b)
        shared = l + 1;
    return arg;
}

static void *other(void *arg) {
    got = shared;
    return arg;
}

int main(void) {
    pthread_t t, u;
    int l;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, other, 0);
    if (one)
        l = shared;
    else
        shared = 0;
    pthread_join(t, 0);
    return l - l;
}
