/* twostage3, v4 against v0: the writers read data1 again in the second stage, without its mutex.
   Kind: 1 statement modified, 1 deleted. Effect: races. */
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 2, VALUE = 1 };
static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static int data1, data2;

static void *write_both(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m1);
        data1 = VALUE;
        pthread_mutex_unlock(&m1);
        pthread_mutex_lock(&m2);
        data2 = data1 + 1;
        pthread_mutex_unlock(&m2);
    }
    return arg;
}

static void *read_both(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m1);
        int first = data1;
        pthread_mutex_unlock(&m1);
        if (first == 0)
            return arg;
        pthread_mutex_lock(&m2);
        int second = data2;
        pthread_mutex_unlock(&m2);
        assert(second == first + 1);
    }
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, write_both, 0);
    pthread_create(&t[1], 0, write_both, 0);
    pthread_create(&t[2], 0, read_both, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
