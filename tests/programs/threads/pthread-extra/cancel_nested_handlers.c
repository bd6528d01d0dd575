// verdict: ok

/* Handlers in three frames run inside out, and data of the frames that are still there is intact; then destructors of
   thread-specific data. A handler may itself push and pop. */
#include <assert.h>
#include <pthread.h>

static char order[8];
static int count;
static pthread_key_t key;

static void note(void *arg) {
    order[count++] = *(char *)arg;
}

static void nested(void *arg) {
    char inside = 'i';
    pthread_cleanup_push(note, &inside);
    pthread_cleanup_pop(1);
    note(arg);
}

static void inner(void) {
    char name = 'c';
    pthread_cleanup_push(nested, &name);
    for (;;)
        pthread_testcancel();
    pthread_cleanup_pop(0);
}

static void middle(void) {
    char name = 'b';
    pthread_cleanup_push(note, &name);
    inner();
    pthread_cleanup_pop(0);
}

static void *work(void *arg) {
    char name = 'a';
    pthread_setspecific(key, arg);
    pthread_cleanup_push(note, &name);
    middle();
    pthread_cleanup_pop(0);
    return 0;
}

int main(void) {
    pthread_t t;
    void *value;
    char last = 'k';
    pthread_key_create(&key, note);
    pthread_create(&t, 0, work, &last);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(value == PTHREAD_CANCELED);
    assert(count == 5 && order[0] == 'i' && order[1] == 'c' && order[2] == 'b' && order[3] == 'a' && order[4] == 'k');
    return 0;
}
