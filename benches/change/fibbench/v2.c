/* fibbench, v2 against v0: one number starts at 2, and the bound is what that can lead to.
   Kind: 1 initialiser and 1 constant modified. Effect: none. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 5, MOST = 233 };
static atomic_int i = 2, j = 1;

static void *add_to_i(void *arg) {
    for (int k = 0; k < ROUNDS; k++)
        i = i + j;
    return arg;
}

static void *add_to_j(void *arg) {
    for (int k = 0; k < ROUNDS; k++)
        j = j + i;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add_to_i, 0);
    pthread_create(&b, 0, add_to_j, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(i <= MOST);
    assert(j <= MOST);
    return 0;
}
