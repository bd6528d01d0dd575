/* Two counters nobody reads keep the flag's writer and its last reader apart. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int steps;
static int flag, seen;

static void *writer(void *arg) {
    steps++;
    flag = 2;
    return arg;
}

static void *reader(void *arg) {
    while (flag != 2)
        ;
    steps++;
    seen = flag;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
