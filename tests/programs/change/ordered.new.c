// verdict: bugs
// bug: new race 19 26
// bug: present race 21 26
// bug: present race 21 29
// changed: 19
// deleted:
// impacted: 19 20 26 28 29 30 35 36 37 38 39 40
// feeding: 19 34 35

/* The counter is of no consequence for any value, but it orders the first write of the flag before the last read: that is no
   race, and the change must not make it one. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int steps;
static int flag, seen;

static void *writer(void *arg) {
    flag = 1;
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
