// verdict: ok
// runs dpor: 81 0

/* A lock-free sorted list after Harris and Michael, two threads, keys unknown.

   Nodes are removed in two steps: a bit in the removed node's own link is set (nobody can insert behind it any more),
   then its predecessor is linked past it, by whoever comes along first. Link and bit must change in one step. Here
   nodes live in a static pool and a link is a number, twice the node's index plus the bit. In the usual form the bit is
   the lowest one of a pointer; that computes with addresses, of which summaries cannot speak.

   One thread inserts, the other removes; nodes are not used again. At the end the list must be sorted and as long
   as the results of the operations say.

   -DINSERTS=n  insertions by the first thread
   -DREMOVES=n  removals by the second thread
   -DSTOCK=n    nodes in the list at the start, with keys 10, 20, ...
   -DBUG        the bit is not set: a node is only linked past */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef INSERTS
#define INSERTS 1
#endif
#ifndef REMOVES
#define REMOVES 1
#endif
#ifndef STOCK
#define STOCK 2
#endif

#define MIN_KEY 1
#define MAX_KEY (10 * (STOCK + 1))

/* ---- links ---- */

typedef unsigned link;

enum { HEAD, FIRST_FREE };

#define NIL 0u /* nobody links to the head */

static link link_to(unsigned node) {
    return node << 1;
}

static link marked(link l) {
    return l | 1u;
}

static bool is_marked(link l) {
    return l & 1u;
}

static unsigned target(link l) {
    return l >> 1;
}

/* ---- the pool ---- */

struct node {
    int key;
    _Atomic link next;
};

static struct node pool[FIRST_FREE + STOCK + INSERTS];

/* Nodes that are still free. Every thread that inserts has some of its own. */
struct arena {
    unsigned first, end;
};

static unsigned take_node(struct arena *a, int key) {
    assert(a->first < a->end);
    unsigned n = a->first++;
    pool[n].key = key;
    return n;
}

/* The node was never linked to: nobody has seen it. */
static void give_back(struct arena *a) {
    a->first--;
}

/* ---- the list ---- */

/* Where a key is or would be: `prev` links to `cur`, which is the first node whose key is not smaller, or NIL. */
struct window {
    unsigned prev, cur;
};

/* Links past a removed node. False if somebody else changed the link. */
static bool unlink_node(unsigned prev, unsigned cur, unsigned next) {
    link expected = link_to(cur);
    return atomic_compare_exchange_strong(&pool[prev].next, &expected, link_to(next));
}

static bool find(int key, struct window *w) {
again:
    w->prev = HEAD;
    w->cur = target(atomic_load(&pool[HEAD].next));
    while (w->cur != NIL) {
        link next = atomic_load(&pool[w->cur].next);
        if (is_marked(next)) {
            if (!unlink_node(w->prev, w->cur, target(next)))
                goto again;
            w->cur = target(next);
            continue;
        }
        int here = pool[w->cur].key;
        if (here >= key)
            return here == key;
        w->prev = w->cur;
        w->cur = target(next);
    }
    return false;
}

static bool insert(struct arena *a, int key) {
    unsigned n = take_node(a, key);
    for (;;) {
        struct window w;
        if (find(key, &w)) {
            give_back(a);
            return false;
        }
        atomic_store(&pool[n].next, link_to(w.cur));
        link expected = link_to(w.cur);
        if (atomic_compare_exchange_strong(&pool[w.prev].next, &expected, link_to(n)))
            return true;
    }
}

static bool remove_key(int key) {
    for (;;) {
        struct window w;
        if (!find(key, &w))
            return false;
        link next = atomic_load(&pool[w.cur].next);
        if (is_marked(next))
            continue;
#ifndef BUG
        if (!atomic_compare_exchange_strong(&pool[w.cur].next, &next, marked(next)))
            continue;
#endif
        if (!unlink_node(w.prev, w.cur, target(next)))
            find(key, &w); /* unlinks it on the way */
        return true;
    }
}

/* ---- the threads ---- */

static int new_keys[INSERTS], old_keys[REMOVES];
static int inserted[INSERTS], removed[REMOVES];

static void *inserter(void *arg) {
    struct arena mine = {FIRST_FREE + STOCK, FIRST_FREE + STOCK + INSERTS};
    for (int i = 0; i < INSERTS; i++)
        inserted[i] = insert(&mine, new_keys[i]);
    return arg;
}

static void *remover(void *arg) {
    for (int i = 0; i < REMOVES; i++)
        removed[i] = remove_key(old_keys[i]);
    return arg;
}

/* ---- set-up and what must hold at the end ---- */

static void stock(void) {
    for (unsigned i = 0; i < STOCK; i++) {
        pool[FIRST_FREE + i].key = 10 * ((int)i + 1);
        atomic_init(&pool[HEAD + i].next, link_to(FIRST_FREE + i));
    }
    atomic_init(&pool[HEAD + STOCK].next, link_to(NIL));
}

static int some_key(const char *name) {
    int key;
    rethread_symbolic(&key, sizeof key, name);
    rethread_assume(key >= MIN_KEY && key <= MAX_KEY);
    return key;
}

static void check(void) {
    int expected = STOCK, length = 0;
    for (int i = 0; i < INSERTS; i++)
        expected += inserted[i];
    for (int i = 0; i < REMOVES; i++)
        expected -= removed[i];
    int last = MIN_KEY - 1;
    for (unsigned n = target(pool[HEAD].next); n != NIL; n = target(pool[n].next)) {
        if (is_marked(pool[n].next))
            continue; /* removed, and not yet linked past */
        assert(last < pool[n].key);
        last = pool[n].key;
        length++;
    }
    assert(length == expected);
}

int main(void) {
    pthread_t a, b;
    stock();
    for (int i = 0; i < INSERTS; i++)
        new_keys[i] = some_key("new");
    for (int i = 0; i < REMOVES; i++)
        old_keys[i] = some_key("old");
    pthread_create(&a, 0, inserter, 0);
    pthread_create(&b, 0, remover, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    check();
    return 0;
}
