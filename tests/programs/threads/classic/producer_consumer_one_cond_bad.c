// verdict: bugs
// bug: deadlock 40

/* One condition variable for both directions and a signal that wakes only one: with two consumers the wake-up
   can go to the wrong one, and everybody waits. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int there;

static void *produce(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (there)
            pthread_cond_wait(&changed, &m);
        there = 1;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *consume(void *arg) {
    pthread_mutex_lock(&m);
    while (!there)
        pthread_cond_wait(&changed, &m);
    there = 0;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, consume, 0);
    pthread_create(&t[1], 0, consume, 0);
    pthread_create(&t[2], 0, produce, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
