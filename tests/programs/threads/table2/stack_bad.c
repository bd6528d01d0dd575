// verdict: bugs
// bug: assert 35
// runs baseline: 6 0
// runs dpor: 6 0
// runs ag: 3 3
// runs ag-assert: 2 1

/* stack: one thread pushes two elements, the other pops as soon as the flag is up; the flag never goes down again,
   so it pops from an empty stack. */
#include <assert.h>
#include <pthread.h>

enum { SIZE = 2, EMPTY = -2 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stack[SIZE], top, flag;

static int pop(void) {
    return top == 0 ? EMPTY : stack[--top];
}

static void *push_all(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        stack[top++] = i;
        flag = 1;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *pop_all(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (flag)
            assert(pop() != EMPTY);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, push_all, 0);
    pthread_create(&b, 0, pop_all, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
