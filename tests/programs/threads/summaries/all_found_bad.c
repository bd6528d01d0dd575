// args: --checks assert
// verdict: bugs
// bug: assert 31
// bug: assert 32
// runs dpor: 2008 0
// runs ag: 2 1

/* Both assertions fail, each for orders of its own. When both were seen to fail there is nothing left to look for, and the
   orders that are left are not tried. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int last, sum;

static void *add(void *arg) {
    for (int i = 1; i <= 3; i++) {
        sum = sum + i;
        last = *(int *)arg;
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, 0, add, &one);
    pthread_create(&b, 0, add, &two);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(last == 2);
    assert(sum == 12);
    return 0;
}
