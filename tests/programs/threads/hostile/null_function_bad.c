// verdict: bugs
// bug: null 9

/* A thread whose function is null. */
#include <pthread.h>

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, (void *(*)(void *))0, 0);
    pthread_join(t, 0);
    return 0;
}
