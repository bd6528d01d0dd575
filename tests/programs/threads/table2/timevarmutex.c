// verdict: ok
// runs baseline: 61 0
// runs dpor: 3 0
// runs ag: 1 2
// runs ag-assert: 1 2

/* timevarmutex: which mutex guards `block` changes with time, namely when `busy` is set. The input is whether the
   block was busy at the start. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>

static pthread_mutex_t m_inode = PTHREAD_MUTEX_INITIALIZER, m_busy = PTHREAD_MUTEX_INITIALIZER;
static int block, busy, inode;

static void *allocator(void *arg) {
    pthread_mutex_lock(&m_inode);
    if (inode == 0) {
        pthread_mutex_lock(&m_busy);
        busy = 1;
        pthread_mutex_unlock(&m_busy);
        inode = 1;
    }
    block = 1;
    assert(block == 1);
    pthread_mutex_unlock(&m_inode);
    return arg;
}

static void *de_allocator(void *arg) {
    pthread_mutex_lock(&m_busy);
    if (busy == 0) {
        block = 0;
        assert(block == 0);
    }
    pthread_mutex_unlock(&m_busy);
    return arg;
}

int main(void) {
    pthread_t a, b;
    rethread_symbolic(&busy, sizeof busy, "busy");
    inode = busy;
    pthread_create(&a, 0, allocator, 0);
    pthread_create(&b, 0, de_allocator, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
