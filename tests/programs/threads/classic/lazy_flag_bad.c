// verdict: bugs
// bug: assert 19
// bug: assert 29

/* Lazy initialisation by an atomic flag that is set first: another thread goes on before the value is there, or both
   initialise. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int begun, value, times;

static void *use(void *arg) {
    if (!begun) {
        begun = 1;
        times++;
        value = 42;
    }
    assert(value == 42);
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, use, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(times == 1);
    return 0;
}
