// verdict: bugs
// bug: race 14 22
// bug: race 15 15
// bug: assert 26

/* The address of the loop variable as argument: the thread reads it while main counts on, and two threads may take
   themselves for the same one. */
#include <assert.h>
#include <pthread.h>

static int seen[3];

static void *note(void *arg) {
    int me = *(int *)arg;
    seen[me] = 1;
    return 0;
}

int main(void) {
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], 0, note, &i);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], 0);
    assert(seen[0] && seen[1]);
    return 0;
}
