// verdict: ok

/* What semaphores answer through errno. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
    struct timespec past = {0, 0}, none = {0, 2000000000};
    sem_t s;
    assert(sem_init(&s, 0, 1) == 0);
    assert(sem_timedwait(&s, &none) == -1 && errno == EINVAL);
    assert(sem_timedwait(&s, &past) == 0);
    assert(sem_timedwait(&s, &past) == -1 && errno == ETIMEDOUT);
    errno = 0;
    assert(sem_clockwait(&s, CLOCK_MONOTONIC, &past) == -1 && errno == ETIMEDOUT);
    assert(sem_clockwait(&s, 55, &past) == -1 && errno == EINVAL);
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    assert(sem_post(&s) == 0);
    assert(sem_clockwait(&s, CLOCK_REALTIME, &past) == 0);
    assert(sem_destroy(&s) == 0);
    assert(sem_init(&s, 0, 0) == 0);
    assert(sem_destroy(&s) == 0);
    return 0;
}
