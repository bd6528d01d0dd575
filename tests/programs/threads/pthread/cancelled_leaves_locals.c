// args: --checks race
// verdict: bugs
// bug: race 15 24

/* A thread that is cancelled takes its variables with it, as one that ends itself does. */
#include <pthread.h>
#include <stdatomic.h>

static int *_Atomic shared;
static int seen;

static void *reader(void *arg) {
    int *there = shared;
    if (there)
        seen = *there;
    return arg;
}

static void *owner(void *arg) {
    (void)arg;
    int mine = 0;
    shared = &mine;
    for (;;)
        pthread_testcancel();
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, owner, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_cancel(a);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
