/* fibbench, v5 against v0: the second assertion is about the sum of both numbers, read once.
   Kind: 2 statements added, 1 modified. Effect: none. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 5, MOST = 144 };
static atomic_int i = 1, j = 1;

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
    int sum = i;
    sum += j;
    assert(sum <= MOST + 89);
    return 0;
}
