// verdict: bugs
// bug: assert 21
// bug: race 12 20
/* What a format asks for is read when it is printed: a step. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char text[16] = "abc";

static void *writer(void *arg) {
    text[1] = 'z';
    return arg;
}

int main(void) {
    pthread_t t;
    char out[20];
    pthread_create(&t, 0, writer, 0);
    snprintf(out, sizeof out, "%s", text);
    assert(out[1] == 'b');
    pthread_join(t, 0);
    return 0;
}
