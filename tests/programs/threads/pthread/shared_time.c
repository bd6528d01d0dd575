// verdict: error
// message: a time that another thread may change
/* A time that others may change while it is looked at is refused, not taken for constant. */
#include <pthread.h>
#include <time.h>

static struct timespec until = {1, 0};

static void *writer(void *arg) {
    until.tv_nsec = 2000000000;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    nanosleep(&until, 0);
    pthread_join(t, 0);
    return 0;
}
