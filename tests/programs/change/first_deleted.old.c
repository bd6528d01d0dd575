#include <pthread.h>

void __VERIFIER_assume(int);

static int cells[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int cell(int i) {
    __VERIFIER_assume(i < -2);
    return cells[i];
}

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    cell(-2);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    return 0;
}
