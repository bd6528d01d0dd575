// args: --checks assert
// verdict: bugs
// bug: assert 26
// runs dpor: 34 0
// runs ag: 4 14

/* One assertion fails in the first run and the other never does: that one has to be looked for to the end. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum;

static void *add(void *arg) {
    for (int i = 1; i <= 2; i++)
        sum = sum + i;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sum != 6);
    assert(sum <= 6);
    return 0;
}
