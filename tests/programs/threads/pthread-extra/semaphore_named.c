// verdict: error
// message: semaphore with a name

/* Semaphores with names are shared between processes; they are not supported, and it is said. */
#include <fcntl.h>
#include <semaphore.h>

int main(void) {
    sem_t *s = sem_open("/name", O_CREAT, 0600, 1);
    return s != SEM_FAILED;
}
