// verdict: ok

/* Asking again and again for what others hold is waiting, for all locks and semaphores: the search ends. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t s;
static int data;

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
    pthread_rwlock_wrlock(&rw);
    data++;
    pthread_rwlock_unlock(&rw);
    pthread_spin_lock(&spin);
    data++;
    pthread_spin_unlock(&spin);
    sem_post(&s);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&spin, 0);
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, 0);
    while (pthread_mutex_trylock(&m))
        sched_yield();
    pthread_mutex_unlock(&m);
    while (pthread_rwlock_tryrdlock(&rw))
        ;
    pthread_rwlock_unlock(&rw);
    while (pthread_spin_trylock(&spin))
        ;
    pthread_spin_unlock(&spin);
    while (sem_trywait(&s))
        sched_yield();
    assert(data == 3);
    pthread_join(t, 0);
    return 0;
}
