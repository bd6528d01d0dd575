// verdict: error
// message: asynchronous cancellation

/* Asynchronous cancellation may act anywhere; it is not supported, and it is said. */
#include <pthread.h>

int main(void) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
    return 0;
}
