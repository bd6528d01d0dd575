// verdict: ok
// bug: present assert 35
// runs dpor: 3 0
// runs cia: 0 0
// runs scia: 0 0
// changed: 23 29 32 33 34
// deleted:
// impacted: 23 29 32 33 34
// feeding: 23 25 29 30 31 32 33 34
/* A field that nobody reads comes to a local variable that others get: only its size is another one. */
#include <assert.h>
#include <rethread.h>
#include <stdbool.h>

int x, count;

struct window {
    int from, to, steps;
};

static bool find(struct window *w) {
    w->from = x;
    w->steps = 0;
    w->to = x + 1;
    return x > 3;
}

int main(void) {
    struct window w;
    rethread_symbolic(&x, sizeof x, "x");
    rethread_assume(x > 0 && x < 10);
    bool found = find(&w);
    count += 1;
    if (found)
        assert(w.from < w.to && w.to != 8);
    return 0;
}
