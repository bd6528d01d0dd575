/* lazy01, v1 against v0: the second thread adds 3.
   Kind: 1 statement modified. Effect: the assertion fails if the third thread comes last. */
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 4, LOOKS = 3, MOST = 3 * ROUNDS };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *one(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        data++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *two(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        data += 3;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *three(void *arg) {
    for (int i = 0; i < LOOKS; i++) {
        pthread_mutex_lock(&m);
        assert(data <= MOST);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, two, 0);
    pthread_create(&t[2], 0, three, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
