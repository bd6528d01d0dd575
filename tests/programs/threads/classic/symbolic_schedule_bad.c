// verdict: bugs
// bug: assert 18

/* Two threads each with an unknown input: the assertion fails only if the second writes first, and for one value. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *first(void *arg) {
    int a;
    rethread_symbolic(&a, sizeof a, "a");
    x = a;
    int seen = y;
    if (seen == 5)
        assert(a != 1234);
    return arg;
}

static void *second(void *arg) {
    int b;
    rethread_symbolic(&b, sizeof b, "b");
    rethread_assume(b > 3);
    y = b;
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
