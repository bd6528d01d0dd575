// verdict: ok
// assumption: weaker atomics

/* GCC's __sync builtins between two threads: add, compare and swap, lock test and set, release. */
#include <assert.h>
#include <pthread.h>

static int count, winner, lock, data;

static void *work(void *arg) {
    int me = *(int *)arg;
    __sync_fetch_and_add(&count, me);
    __sync_bool_compare_and_swap(&winner, 0, me);
    while (__sync_lock_test_and_set(&lock, 1))
        ;
    data += me;
    __sync_lock_release(&lock);
    return 0;
}

int main(void) {
    pthread_t t[2];
    int numbers[2] = {1, 2};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(count == 3 && data == 3 && (winner == 1 || winner == 2));
    return 0;
}
