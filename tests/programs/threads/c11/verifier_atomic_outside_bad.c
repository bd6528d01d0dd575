// verdict: bugs
// bug: race 17 25
// bug: assert 27

/* A section does not keep out an access that is in none. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int a;

static void *twice(void *arg) {
    __VERIFIER_atomic_begin();
    int before = a;
    a = before + 1;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, twice, 0);
    int seen = a;
    pthread_join(t, 0);
    assert(seen == 1);
    return 0;
}
