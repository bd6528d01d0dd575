// verdict: ok
/* Sections exclude each other, also where one of them copies a struct or prints. */
#include <pthread.h>
#include <stdio.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

struct big {
    long c[4];
};
static struct big shared;
static char text[8] = "abc";

static long first(struct big x) { return x.c[0]; }

static void *writer(void *arg) {
    __VERIFIER_atomic_begin();
    shared.c[0] = 1;
    text[1] = 'z';
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t;
    char out[8];
    pthread_create(&t, 0, writer, 0);
    __VERIFIER_atomic_begin();
    long v = first(shared);
    snprintf(out, sizeof out, "%s", text);
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    return v > 1;
}
