// verdict: bugs
// bug: assert 34
// runs dpor: 8 0
// runs ag: 8 0
// runs ag-assert: 1 1

/* fsbench with half as many blocks as the threads want first: pairs of threads meet in a block, and the one who comes
   second takes the next block. The assertion says that everybody got the first choice. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { THREADS = 6, BLOCKS = 6 };
static pthread_mutex_t inode_lock[THREADS], block_lock[BLOCKS];
static int inode[THREADS], busy[BLOCKS];

static void *allocate(void *arg) {
    int i = (int)(intptr_t)arg;
    pthread_mutex_lock(&inode_lock[i]);
    if (inode[i] == 0) {
        int b = i * 2 % BLOCKS;
        for (;;) {
            pthread_mutex_lock(&block_lock[b]);
            if (!busy[b]) {
                busy[b] = 1;
                inode[i] = b + 1;
                pthread_mutex_unlock(&block_lock[b]);
                break;
            }
            pthread_mutex_unlock(&block_lock[b]);
            b = (b + 1) % BLOCKS;
        }
    }
    assert(inode[i] == i * 2 % BLOCKS + 1);
    pthread_mutex_unlock(&inode_lock[i]);
    return 0;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_mutex_init(&inode_lock[i], 0);
    for (int i = 0; i < BLOCKS; i++)
        pthread_mutex_init(&block_lock[i], 0);
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, allocate, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    return 0;
}
