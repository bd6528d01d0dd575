// args: --max-threads 64
// verdict: incomplete
// bound: max-threads
// time: 60s

/* Ten thousand threads at once, none joined: the bound on threads is hit, and said. */
#include <pthread.h>

static void *nothing(void *arg) {
    return arg;
}

int main(void) {
    static pthread_t t[10000];
    for (int i = 0; i < 10000; i++)
        pthread_create(&t[i], 0, nothing, 0);
    for (int i = 0; i < 10000; i++)
        pthread_join(t[i], 0);
    return 0;
}
