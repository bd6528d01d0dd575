// verdict: bugs
// bug: race 13 13
// bug: assert 23

/* The lost update with C11 threads. */
#include <assert.h>
#include <threads.h>

static int count;

static int add(void *arg) {
    (void)arg;
    count++;
    return 0;
}

int main(void) {
    thrd_t t[2];
    for (int i = 0; i < 2; i++)
        thrd_create(&t[i], add, 0);
    for (int i = 0; i < 2; i++)
        thrd_join(t[i], 0);
    assert(count == 2);
    return 0;
}
