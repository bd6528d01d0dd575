// verdict: bugs
// bug: deadlock 27

/* The same in a thread, through a helper that locks for itself: main's join is the first waiter. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int get(void) {
    pthread_mutex_lock(&m);
    int n = count;
    pthread_mutex_unlock(&m);
    return n;
}

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    count = get() + 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
