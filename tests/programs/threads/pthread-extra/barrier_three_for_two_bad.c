// verdict: bugs
// bug: deadlock 30
// bug: deadlock 31
// bug: deadlock 32

/* Three threads at a barrier for two: whichever comes third waits for ever, and each of them may be the third. The
   second thread is the only one to tell that it passed. */
#include <pthread.h>

static pthread_barrier_t barrier;
static int passed;

static void *pass(void *arg) {
    pthread_barrier_wait(&barrier);
    return arg;
}

static void *tell(void *arg) {
    pthread_barrier_wait(&barrier);
    passed = 1;
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&t[0], 0, pass, 0);
    pthread_create(&t[1], 0, tell, 0);
    pthread_create(&t[2], 0, pass, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    pthread_join(t[2], 0);
    return passed;
}
