// verdict: ok
// runs baseline: 60 0
// runs dpor: 4 0
// runs ag: 3 1
// runs ag-assert: 3 1

/* unverif: who sees r == 1 after counting it up is alone, and counts s and a copy of its own together. Two rounds
   instead of for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 2 };
static atomic_uint r, s;

static void *count(void *arg) {
    unsigned l = 0;
    atomic_fetch_add(&r, 1);
    if (r == 1) {
        for (int i = 0; i < ROUNDS; i++) {
            s = s + 1;
            l++;
            assert(s == l);
        }
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
