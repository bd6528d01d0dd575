// verdict: bugs
// bug: assert 31
/* A word of what is copied has an input in one half and the flag in the other. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static struct message {
    int input, flag;
    long rest[2];
} shared;

static void *writer(void *arg) {
    __VERIFIER_atomic_begin();
    shared.flag = 1;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    struct message seen;
    pthread_t t;
    rethread_symbolic(&shared.input, sizeof shared.input, "input");
    pthread_create(&t, 0, writer, 0);
    do {
        __VERIFIER_atomic_begin(); seen = shared; __VERIFIER_atomic_end();
    } while (!seen.flag);
    assert(seen.flag != 1);
    pthread_join(t, 0);
    return 0;
}
