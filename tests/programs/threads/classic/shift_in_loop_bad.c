// verdict: bugs
// bug: assert 14
/* The same for memmove. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *shift(void *arg) {
    char line[4] = "aab";
    do {
        memmove(line, line + 1, 3);
    } while (line[0] != 'b');

    assert(line[0] != 'b');
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, shift, 0);
    pthread_join(t, 0);
    return 0;
}
