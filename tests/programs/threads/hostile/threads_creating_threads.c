// verdict: ok

/* A thread creates two, each of which creates two: seven threads in a tree, all joined by their creators. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *node(void *arg) {
    intptr_t depth = (intptr_t)arg;
    intptr_t sum = 1;
    if (depth > 0) {
        pthread_t t[2];
        void *value;
        for (int i = 0; i < 2; i++)
            pthread_create(&t[i], 0, node, (void *)(depth - 1));
        for (int i = 0; i < 2; i++) {
            pthread_join(t[i], &value);
            sum += (intptr_t)value;
        }
    }
    return (void *)sum;
}

int main(void) {
    pthread_t t;
    void *value;
    pthread_create(&t, 0, node, (void *)2);
    pthread_join(t, &value);
    assert((intptr_t)value == 7);
    return 0;
}
