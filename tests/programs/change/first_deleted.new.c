// verdict: bugs
// bug: new bounds 16
// runs summaries,carry: 2 0
// changed:
// deleted: 9
// impacted: 16 21 22
// feeding: 20 21 26 27
/* What a function began with is gone: whoever stands before it saw nothing of what comes now. */
#include <pthread.h>

void __VERIFIER_assume(int);

static int cells[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int cell(int i) {
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
