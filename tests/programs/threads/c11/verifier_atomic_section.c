// verdict: ok

/* What stands between __VERIFIER_atomic_begin and end is one step, and sections do not race with each other. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int a, b;

static void *move(void *arg) {
    __VERIFIER_atomic_begin();
    a++;
    b--;
    __VERIFIER_atomic_end();
    return arg;
}

static void *look(void *arg) {
    __VERIFIER_atomic_begin();
    int x = a, y = b;
    __VERIFIER_atomic_end();
    assert(x + y == 0);
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, move, 0);
    pthread_create(&t[1], 0, move, 0);
    pthread_create(&t[2], 0, look, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(a == 2 && b == -2);
    return 0;
}
