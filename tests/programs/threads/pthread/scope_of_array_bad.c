// verdict: bugs
// bug: assert 15
// bug: race 15 26
// bug: use-after-free 15
// no-replay: clang's instrumentation takes the store to the array for one that nobody else can see
/* The end of an array of variable length is a step, like that of any other variable. */
#include <assert.h>
#include <pthread.h>

static int *_Atomic shared;

static void *reader(void *arg) {
    int *p = shared;
    if (p)
        assert(*p != 0);
    return arg;
}

int main(int argc, char **argv) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    {
        int v[argc + 1];
        v[0] = 0;
        shared = v;
    }
    (void)argv;
    pthread_join(t, 0);
    return 0;
}
