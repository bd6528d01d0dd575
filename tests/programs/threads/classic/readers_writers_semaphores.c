// verdict: ok

/* The first readers-writers problem as Courtois wrote it: the first reader locks the writers out, the last one
   lets them in. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t room;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int readers, data;

static void *reader(void *arg) {
    pthread_mutex_lock(&m);
    if (++readers == 1)
        sem_wait(&room);
    pthread_mutex_unlock(&m);
    int first = data;
    assert(data == first);
    pthread_mutex_lock(&m);
    if (--readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *writer(void *arg) {
    sem_wait(&room);
    data++;
    sem_post(&room);
    return arg;
}

int main(void) {
    pthread_t t[3];
    sem_init(&room, 0, 1);
    pthread_create(&t[0], 0, reader, 0);
    pthread_create(&t[1], 0, writer, 0);
    pthread_create(&t[2], 0, reader, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(readers == 0 && data == 1);
    return 0;
}
