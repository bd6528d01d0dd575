// verdict: bugs
// bug: assert 22
/* A loop that goes on by copying structs makes progress: it is no wait. */
#include <assert.h>
#include <pthread.h>

struct job {
    struct job *next;
    long done;
    long rest[2];
};

static struct job third = {0, 1}, second = {&third, 0}, first = {&second, 0};

static void *walk(void *arg) {
    struct job j = *(struct job *)arg;
    while (!j.done)
        // 32 bytes at once.
        j = *j.next;

    // Comes to the third.
    assert(!j.done);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, walk, &first);
    pthread_join(t, 0);
    return 0;
}
