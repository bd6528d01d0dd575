/* stateful01, v4 against v0: the first thread adds to the first number without the mutex.
   Kind: 1 lock deleted. Effect: races, and the first assertion fails. */
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 4 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data1 = 10, data2 = 10;

static void *first(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        data1++;
        pthread_mutex_lock(&m);
        data2++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *second(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        data1 += 5;
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
    assert(data1 == 10 + 6 * ROUNDS);
    assert(data2 == 10 - 5 * ROUNDS);
    return 0;
}
