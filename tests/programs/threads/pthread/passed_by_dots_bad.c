// verdict: bugs
// args: --checks assert
// bug: assert 34
/* The same for an argument beyond the declared ones; each of two structs is a step of its own. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

struct big {
    long c[8];
};
static struct big a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int differ(int n, ...) {
    va_list list;
    va_start(list, n);
    struct big x = va_arg(list, struct big), y = va_arg(list, struct big);
    va_end(list);
    return x.c[0] != y.c[0];
}

static void *writer(void *arg) {
    pthread_mutex_lock(&m);
    a.c[0] = b.c[0] = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int bad = differ(2, a, b);
    assert(!bad);
    pthread_join(t, 0);
    return 0;
}
