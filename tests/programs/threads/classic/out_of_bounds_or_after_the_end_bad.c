// verdict: bugs
// bug: bounds 19
// bug: use-after-free 19
// bug: null 19
// bug: race 19 26
// runs baseline: 5 0
// runs dpor: 3 0

/* Behind a variable of another thread's stack: out of bounds as long as it lives, an error of another kind when it is
   gone. The order of the access and of the end matters although they have no byte in common. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int *_Atomic p;

static void *look(void *unused) {
    int *q = p;
    return q[1] ? unused : NULL;
}

static void *lend(void *unused) {
    int s = 0;
    p = &s;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, look, NULL);
    pthread_create(&b, NULL, lend, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
