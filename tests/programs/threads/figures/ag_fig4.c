// verdict: ok
// runs baseline: 54 0
// runs dpor: 36 0
// runs ag: 4 7
// runs ag-assert: 1 0

/* The same paper, figure 4: x and y are inputs, each increment is one step. Six interleavings; in each the two who
   see x see v and v + 1, of which at most one is zero: three ways, and three for y: 54. Four classes of orders
   remain, each with nine ways: 36. */
#include <pthread.h>
#include <rethread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x, y;

static void *work(void *arg) {
    intptr_t path = (intptr_t)arg;
    int a = atomic_fetch_add(&x, 1);
    if (a == 0)
        path += 1;
    else
        path += 2;
    a = atomic_fetch_add(&y, 1);
    if (a == 0)
        path += 3;
    else
        path += 6;
    return (void *)path;
}

int main(void) {
    pthread_t t1, t2;
    int v, w;
    rethread_symbolic(&v, sizeof v, "x");
    rethread_symbolic(&w, sizeof w, "y");
    x = v;
    y = w;
    pthread_create(&t1, 0, work, 0);
    pthread_create(&t2, 0, work, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
