// verdict: bugs
// bug: assert 37
// bug: assert 38
// bug: assert 39
// bug: assert 40
// runs dpor: 4 0

/* A writer and two readers under a read-write lock: each reader is before or after the writer, whatever the other one
   is. All four ways exist, and each assertion denies one of them. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data, seen[2];

static void *write_it(void *arg) {
    pthread_rwlock_wrlock(&lock);
    data = 1;
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *read_it(void *arg) {
    pthread_rwlock_rdlock(&lock);
    *(int *)arg = data;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, write_it, 0);
    pthread_create(&t[1], 0, read_it, &seen[0]);
    pthread_create(&t[2], 0, read_it, &seen[1]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(!(seen[0] == 0 && seen[1] == 0));
    assert(!(seen[0] == 1 && seen[1] == 0));
    assert(!(seen[0] == 0 && seen[1] == 1));
    assert(!(seen[0] == 1 && seen[1] == 1));
    return 0;
}
