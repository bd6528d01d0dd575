// verdict: bugs
// bug: assert 19
// bug: race 11 18
/* strtod reads a text, too. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static char text[16] = "1.5";

static void *writer(void *arg) {
    text[0] = '2';
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    double d = strtod(text, 0);
    assert(d == 1.5);
    pthread_join(t, 0);
    return 0;
}
