// args: --reduce dpor,summaries --schedule-at all
// verdict: bugs
// bug: uninit 18

/* The writer sets the place twice, the second time to what nobody wrote; main may end the process at any time. The state between
   the writes, after the reader looked, is dropped: from then on the writer is to be tried before the reader, and
   what was planned to begin with its next step ends there, with the process. That the writer could have gone on has
   to be asked for: otherwise the reader never sees the second value. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int place;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *arg) {
    int seen = place;
    if (seen) {
    }
    return arg;
}

static void *writer(void *arg) {
    place = 0;
    pthread_mutex_trylock(&lock);
    int *fresh = malloc(sizeof *fresh);
    int unwritten = *fresh;
    place = unwritten;
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, reader, 0);
    pthread_create(&two, 0, writer, 0);
    return 0;
}
