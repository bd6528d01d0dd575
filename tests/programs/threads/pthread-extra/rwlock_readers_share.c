// verdict: ok
// runs dpor: 1 0

/* Three readers: their order makes no difference. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data = 3;

static void *read_it(void *arg) {
    pthread_rwlock_rdlock(&lock);
    assert(data == 3);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, read_it, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
