// verdict: bugs
// bug: stack-overflow 12

/* A destructor that calls itself without end overflows its thread's stack. */
#include <pthread.h>

static pthread_key_t key;
static volatile int depth;

static void deeper(void *arg) {
    depth++;
    deeper(arg);
    depth--;
}

static void *work(void *arg) {
    pthread_setspecific(key, &key);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, deeper);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
