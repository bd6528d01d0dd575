// verdict: bugs
// bug: race 24 37
// bug: race 25 37
// bug: assert 25

/* The second reader does not count itself in before it reads: it goes on while the writer writes, once the first
   one has left. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t room;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int readers, data;

static void *reader(void *arg) {
    pthread_mutex_lock(&m);
    int alone = readers == 0;
    if (alone) {
        readers++;
        sem_wait(&room);
    }
    pthread_mutex_unlock(&m);
    int first = data;
    assert(data == first);
    if (alone) {
        pthread_mutex_lock(&m);
        readers--;
        sem_post(&room);
        pthread_mutex_unlock(&m);
    }
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
    return 0;
}
