// verdict: bugs
// bug: assert 25
// bug: race 14 24
// bug: race 15 24
/* How much of the text is read depends on where it ends when its turn comes. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char text[16] = "a";

static void *writer(void *arg) {
    text[2] = 'c';
    text[1] = 'b';
    return arg;
}

int main(void) {
    pthread_t t;
    char out[20];
    pthread_create(&t, 0, writer, 0);
    // Both stores before it: abc.
    snprintf(out, sizeof out, "%s", text);
    assert(strlen(out) != 3);
    pthread_join(t, 0);
    return 0;
}
