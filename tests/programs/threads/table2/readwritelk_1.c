// verdict: ok
// runs baseline: 2 0
// runs dpor: 2 0
// runs ag: 2 0
// runs ag-assert: 2 0

/* readwritelk, one writer and one reader: a read-write lock made of atomic sections that assume what they need. A
   false assume stops its thread: that run is of no interest, not a deadlock. */
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
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
