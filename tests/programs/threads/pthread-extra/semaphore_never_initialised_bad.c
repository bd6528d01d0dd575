// verdict: bugs
// bug: lock-misuse 10

/* A semaphore has no static initialiser. */
#include <semaphore.h>

static sem_t s;

int main(void) {
    sem_post(&s);
    return 0;
}
