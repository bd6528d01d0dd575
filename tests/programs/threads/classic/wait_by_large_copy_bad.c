// verdict: bugs
// bug: assert 30
/* 300 bytes are copied in each round, and what was copied is changed before the next one. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char message[300];

static void *writer(void *arg) {
    pthread_mutex_lock(&m);
    message[0] = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    char seen[300], kept[300], first;
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    do {
        pthread_mutex_lock(&m);
        memcpy(seen, message, sizeof seen);
        pthread_mutex_unlock(&m);
        memcpy(kept, seen, sizeof kept);
        first = seen[0];
        seen[0] = -1;
    } while (!first);
    assert(kept[0] != 1);
    pthread_join(t, 0);
    return 0;
}
