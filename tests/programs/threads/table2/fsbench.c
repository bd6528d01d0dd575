// verdict: ok
// runs dpor: 1 0
// runs ag: 1 0
// runs ag-assert: 1 0

/* fsbench, the file system of Flanagan and Godefroid, small: eight threads each allocate a block for their own inode;
   the first choices are all different, so nobody meets. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { THREADS = 8, INODES = 8, BLOCKS = 16 };
static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES], busy[BLOCKS];

static void *allocate(void *arg) {
    int i = (int)(intptr_t)arg % INODES;
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
    assert(inode[i] != 0);
    pthread_mutex_unlock(&inode_lock[i]);
    return 0;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < INODES; i++)
        pthread_mutex_init(&inode_lock[i], 0);
    for (int i = 0; i < BLOCKS; i++)
        pthread_mutex_init(&block_lock[i], 0);
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, allocate, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    return 0;
}
