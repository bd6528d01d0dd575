// verdict: bugs
// bug: assert 31
// bug: assert 32
// bug: assert 33
// bug: assert 34
// runs dpor: 4 0

/* Two threads ask for a semaphore's value and main takes it: each of the two sees it before or after, whatever the
   other one sees. Looking and taking conflict although looking never waits. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *look(void *arg) {
    int value;
    sem_getvalue(&s, &value);
    return value ? &s : arg;
}

int main(void) {
    pthread_t t[2];
    void *seen[2];
    sem_init(&s, 0, 1);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, look, 0);
    sem_wait(&s);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], &seen[i]);
    assert(seen[0] || seen[1]);
    assert(seen[0] || !seen[1]);
    assert(!seen[0] || seen[1]);
    assert(!seen[0] || !seen[1]);
    return 0;
}
