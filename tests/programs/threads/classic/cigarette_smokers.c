// verdict: ok

/* Three smokers, each has one of three ingredients; the agent lays the two others down twice and wakes the right
   smoker. The agent ends with a round that tells all to go home. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

enum { SMOKERS = 3, ROUNDS = 2 };
static sem_t table[SMOKERS], empty;
static int smoked, closing;

static void *smoker(void *arg) {
    int me = (int)(intptr_t)arg;
    for (;;) {
        sem_wait(&table[me]);
        if (closing)
            return 0;
        smoked++;
        sem_post(&empty);
    }
}

int main(void) {
    pthread_t t[SMOKERS];
    sem_init(&empty, 0, 1);
    for (int i = 0; i < SMOKERS; i++)
        sem_init(&table[i], 0, 0);
    for (intptr_t i = 0; i < SMOKERS; i++)
        pthread_create(&t[i], 0, smoker, (void *)i);
    for (int round = 0; round < ROUNDS; round++) {
        sem_wait(&empty);
        sem_post(&table[(round * 2) % SMOKERS]);
    }
    sem_wait(&empty);
    closing = 1;
    for (int i = 0; i < SMOKERS; i++)
        sem_post(&table[i]);
    for (int i = 0; i < SMOKERS; i++)
        pthread_join(t[i], 0);
    assert(smoked == ROUNDS);
    return 0;
}
