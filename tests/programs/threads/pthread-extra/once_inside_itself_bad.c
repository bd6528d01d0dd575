// verdict: bugs
// bug: deadlock 9

/* A routine that calls pthread_once for itself waits for its own end. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void init(void) {
    pthread_once(&once, init);
}

int main(void) {
    pthread_once(&once, init);
    return 0;
}
