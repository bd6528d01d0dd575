// verdict: bugs
// bug: use-after-free 19

/* A thread returns the address of a variable on its stack. */
#include <pthread.h>

static void *work(void *arg) {
    int local = 3;
    int *volatile address = &local;
    (void)arg;
    return address;
}

int main(void) {
    pthread_t t;
    void *value;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, &value);
    return *(int *)value;
}
