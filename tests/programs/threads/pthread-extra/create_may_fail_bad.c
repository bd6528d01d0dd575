// args: --create-may-fail
// verdict: bugs
// bug: assert 28

/* Any of the creates may fail, each of the two at the one place too; who forgets that misses a worker. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *work(void *arg) {
    done++;
    return arg;
}

int main(void) {
    pthread_t workers[2];
    int made = 0;
    for (int i = 0; i < 2; i++) {
        int code = pthread_create(&workers[made], 0, work, 0);
        assert(code == 0 || code == EAGAIN);
        made += code == 0;
    }
    for (int i = 0; i < made; i++)
        pthread_join(workers[i], 0);
    assert(done != 1);
    return 0;
}
