// verdict: bugs
// bug: stack-overflow 18
/* Each round takes more of the stack: it is no wait, and if the writer comes late there is none left. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *writer(void *arg) {
    flag = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (!flag) {
        char *more = __builtin_alloca(1 << 20);
        (void)more;
    }
    pthread_join(t, 0);
    return 0;
}
