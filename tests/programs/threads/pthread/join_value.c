// verdict: ok

/* join hands over what the thread returned, or what it gave to pthread_exit, and orders everything it did before. */
#include <assert.h>
#include <pthread.h>

static int data;

static void *returns(void *arg) {
    data = 1;
    return arg;
}

static void leave(void) {
    data++;
    pthread_exit(&data);
}

static void *exits(void *arg) {
    leave();
    return arg;
}

int main(void) {
    pthread_t t;
    int there;
    void *value;
    pthread_create(&t, 0, returns, &there);
    assert(pthread_join(t, &value) == 0);
    assert(value == &there && data == 1);
    pthread_create(&t, 0, exits, 0);
    assert(pthread_join(t, &value) == 0);
    assert(value == &data && data == 2);
    return 0;
}
