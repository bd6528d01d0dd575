// verdict: bugs
// bug: uninit 37
// runs ag: 6 2
/* What nobody wrote goes through a variable before something is decided on it, and both sides of that are safe. That it was written has to be
   asked for all the way back, or the state in which it was not looks like the one in which it was. */
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int steps, passed_on;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    steps++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    int left_out = __VERIFIER_nondet_int(), in = __VERIFIER_nondet_int();
    int *h = malloc(sizeof *h);
    if (!h)
        return 0;
    pthread_create(&t, 0, worker, 0);
    if (!left_out)
        *h = in;
    pthread_mutex_lock(&lock);
    passed_on = *h;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    int v = passed_on;
    pthread_mutex_unlock(&lock);
    int bigger;
    if (v)
        bigger = 1;
    else
        bigger = 2;
    pthread_join(t, 0);
    free(h);
    return bigger == 3;
}
