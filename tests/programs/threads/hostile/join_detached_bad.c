// verdict: bugs
// bug: lock-misuse 15

/* Joining a detached thread. */
#include <pthread.h>

static void *nothing(void *arg) {
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, nothing, 0);
    pthread_detach(t);
    pthread_join(t, 0);
    return 0;
}
