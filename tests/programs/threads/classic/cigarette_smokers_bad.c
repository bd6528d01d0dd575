// verdict: bugs
// bug: deadlock 35

/* Patil's version: the smokers take the ingredients one by one. The wrong smoker takes the paper, the right one
   never gets it. */
#include <pthread.h>
#include <semaphore.h>

static sem_t tobacco, paper, matches, done;

static void *has_matches(void *arg) {
    sem_wait(&tobacco);
    sem_wait(&paper);
    sem_post(&done);
    return arg;
}

static void *has_tobacco(void *arg) {
    sem_wait(&paper);
    sem_wait(&matches);
    sem_post(&done);
    return arg;
}

int main(void) {
    pthread_t t[2];
    sem_init(&tobacco, 0, 0);
    sem_init(&paper, 0, 0);
    sem_init(&matches, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&t[0], 0, has_matches, 0);
    pthread_create(&t[1], 0, has_tobacco, 0);
    sem_post(&tobacco);
    sem_post(&paper);
    sem_wait(&done);
    sem_post(&paper);
    sem_post(&matches);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
