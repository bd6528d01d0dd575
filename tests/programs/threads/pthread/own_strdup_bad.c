// verdict: bugs
// bug: assert 27
// bug: race 11 17
/* A function of the program with the name of one of the C library is the program's. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static char text[8] = "abc";
char *strdup(const char *s) {
    char *r = malloc(8);
    for (int i = 0; (r[i] = s[i]); i++) {}
    return r;
}

static void *writer(void *arg) {
    // Seen or not.
    text[0] = 'z';
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    char *s = strdup(text);
    pthread_join(t, 0);
    // Either is possible.
    assert(s[0] == 'a');
    free(s);
    return 0;
}
