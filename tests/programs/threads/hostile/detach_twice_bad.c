// verdict: bugs
// bug: lock-misuse 15

/* Detaching a thread twice. */
#include <pthread.h>

static void *nothing(void *arg) {
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, nothing, 0);
    pthread_detach(t);
    pthread_detach(t);
    return 0;
}
