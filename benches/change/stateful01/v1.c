/* stateful01, v1 against v0: the second thread adds 6 to the first number, and so the assertion says.
   Kind: 2 statements modified. Effect: none. */
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 4 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data1 = 10, data2 = 10;

static void *first(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        data1++;
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        data2++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *second(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        data1 += 6;
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        data2 -= 6;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(data1 == 10 + 7 * ROUNDS);
    assert(data2 == 10 - 5 * ROUNDS);
    return 0;
}
