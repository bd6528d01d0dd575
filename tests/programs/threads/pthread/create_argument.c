// verdict: ok

/* Each thread gets its own argument. */
#include <assert.h>
#include <pthread.h>

struct job {
    int in, out;
};

static void *square(void *arg) {
    struct job *j = arg;
    j->out = j->in * j->in;
    return 0;
}

int main(void) {
    struct job jobs[3] = {{1, 0}, {2, 0}, {3, 0}};
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        assert(pthread_create(&t[i], 0, square, &jobs[i]) == 0);
    for (int i = 0; i < 3; i++)
        assert(pthread_join(t[i], 0) == 0);
    assert(jobs[0].out == 1 && jobs[1].out == 4 && jobs[2].out == 9);
    return 0;
}
