/* lazy01, v3 against v0: both adders count their turns, and the third thread checks the sum by them.
   Kind: 3 statements added, 1 modified. Effect: none. */
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 4, LOOKS = 3, MOST = 3 * ROUNDS };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, ones, twos;

static void *one(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        data++;
        ones++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *two(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        data += 2;
        twos++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *three(void *arg) {
    for (int i = 0; i < LOOKS; i++) {
        pthread_mutex_lock(&m);
        assert(data == ones + 2 * twos);
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
