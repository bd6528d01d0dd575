/* threads.h: mutexes, condition variables, storage and call_once of C11 by way of pthread's, as in glibc. Threads
 * themselves are the engine's.
 */
#include "model.h"
#include <errno.h>
#include <pthread.h>
#include <threads.h>

/* C11's word for what a pthread function answers. */
static int result(int e) {
    switch (e) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ENOMEM:
        return thrd_nomem;
    case ETIMEDOUT:
        return thrd_timedout;
    default:
        return thrd_error;
    }
}

int mtx_init(mtx_t *m, int type) {
    if (type & ~(mtx_recursive | mtx_timed))
        return thrd_error;
    pthread_mutexattr_t attr;
    *(unsigned *)&attr = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    return result(pthread_mutex_init((pthread_mutex_t *)m, &attr));
}

void mtx_destroy(mtx_t *m) { pthread_mutex_destroy((pthread_mutex_t *)m); }
int mtx_lock(mtx_t *m) { return result(pthread_mutex_lock((pthread_mutex_t *)m)); }
int mtx_trylock(mtx_t *m) { return result(pthread_mutex_trylock((pthread_mutex_t *)m)); }
int mtx_unlock(mtx_t *m) { return result(pthread_mutex_unlock((pthread_mutex_t *)m)); }

int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict time) {
    return result(pthread_mutex_timedlock((pthread_mutex_t *)m, time));
}

int cnd_init(cnd_t *c) { return result(pthread_cond_init((pthread_cond_t *)c, 0)); }
void cnd_destroy(cnd_t *c) { pthread_cond_destroy((pthread_cond_t *)c); }
int cnd_signal(cnd_t *c) { return result(pthread_cond_signal((pthread_cond_t *)c)); }
int cnd_broadcast(cnd_t *c) { return result(pthread_cond_broadcast((pthread_cond_t *)c)); }

int cnd_wait(cnd_t *c, mtx_t *m) {
    return result(pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m));
}

int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict time) {
    return result(pthread_cond_timedwait((pthread_cond_t *)c, (pthread_mutex_t *)m, time));
}

int tss_create(tss_t *key, tss_dtor_t destructor) { return result(pthread_key_create(key, destructor)); }
void tss_delete(tss_t key) { pthread_key_delete(key); }
void *tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void *value) { return result(pthread_setspecific(key, value)); }

void call_once(once_flag *flag, void (*f)(void)) { pthread_once((pthread_once_t *)flag, f); }

int thrd_detach(thrd_t t) { return result(pthread_detach(t)); }
