// verdict: bugs
// bug: race 46 46
// bug: race 46 47
// runs baseline: 5556 0
// runs dpor: 120 0
// runs ag: 8 317
// runs ag-assert: 8 239

/* readwritelk, two writers and two readers: the lock holds for x, but both readers write y while they share it. They
   write the same value, so the assertion holds. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

static int w, r, x, y;

static void __VERIFIER_atomic_take_write(void) {
    __VERIFIER_assume(w == 0 && r == 0);
    w = 1;
}

static void __VERIFIER_atomic_drop_write(void) {
    w = 0;
}

static void __VERIFIER_atomic_take_read(void) {
    __VERIFIER_assume(w == 0);
    r = r + 1;
}

static void __VERIFIER_atomic_drop_read(void) {
    r = r - 1;
}

static void *writer(void *arg) {
    __VERIFIER_atomic_take_write();
    x = 3;
    __VERIFIER_atomic_drop_write();
    return arg;
}

static void *reader(void *arg) {
    __VERIFIER_atomic_take_read();
    int l = x;
    y = l;
    assert(y == x);
    __VERIFIER_atomic_drop_read();
    return arg;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, reader, 0);
    pthread_create(&t[2], 0, writer, 0);
    pthread_create(&t[3], 0, reader, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
