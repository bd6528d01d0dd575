// verdict: bugs
// bug: assert 25
// bug: race 17 24
/* A struct that is passed by value is read before the call is made: a step, and one half of a race. */
#include <assert.h>
#include <pthread.h>

struct big {
    long c[8];
};
static struct big b;
static int bad;

static void take(struct big x) { bad |= x.c[3] != 0; }

static void *writer(void *arg) {
    b.c[3] = 7;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    take(b);
    assert(!bad);
    pthread_join(t, 0);
    return 0;
}
