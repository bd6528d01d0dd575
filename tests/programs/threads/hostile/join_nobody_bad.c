// verdict: bugs
// bug: lock-misuse 9

/* Joining something that never was a thread. */
#include <pthread.h>

int main(void) {
    static pthread_t t;
    pthread_join(t, 0);
    return 0;
}
