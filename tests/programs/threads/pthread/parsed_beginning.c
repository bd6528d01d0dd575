// verdict: ok
/* strtod does not look behind the first character that cannot belong to the number. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char text[16] = "1 abcdef";

static void *writer(void *arg) {
    text[5] = 'z';
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    double d = strtod(text, 0);
    assert(d == 1);
    pthread_join(t, 0);
    return 0;
}
