// verdict: bugs
// bug: race 19 24
// bug: race 25 39
// bug: race 26 39
// runs dpor: 80 0
/* main decides behind a join, which comes before or after what the others do: with any number of jobs each class is explored once. */
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int x, y, z, g;

static void *reads(void *arg) {
    int r = y;
    return r ? arg : 0;
}

static void *writes(void *arg) {
    x = 3;
    return arg;
}

static void *both(void *arg) {
    int r = x;
    r = z;
    z = 1;
    return r ? arg : 0;
}

int main(void) {
    pthread_t t, u, v;
    g = __VERIFIER_nondet_int();
    pthread_create(&t, 0, reads, 0);
    int n = __VERIFIER_nondet_int();
    if (n > 0)
        z = 1;
    pthread_create(&u, 0, writes, 0);
    pthread_create(&v, 0, both, 0);
    z = 1;
    pthread_join(t, 0);
    if (g > 0) {
    }
    y = 3;
    return 0;
}
