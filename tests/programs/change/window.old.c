/* A field that nobody reads comes to a local variable that others get: only its size is another one. Old version. */
#include <assert.h>
#include <rethread.h>
#include <stdbool.h>

int x, count;

struct window {
    int from, to;
};

static bool find(struct window *w) {
    w->from = x;
    w->to = x + 1;
    return x > 3;
}

int main(void) {
    struct window w;
    rethread_symbolic(&x, sizeof x, "x");
    rethread_assume(x > 0 && x < 10);
    if (find(&w))
        assert(w.from < w.to && w.to != 8);
    return 0;
}
