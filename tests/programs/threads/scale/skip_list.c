// verdict: ok
// runs dpor: 610 0

/* A lock-free skip list after Herlihy and Shavit (The Art of Multiprocessor Programming, 14.4), two threads, keys unknown.

   Every level is a sorted list as in list.c: a bit in a node's link says that it is removed there. A key is in the set if it is in the
   lowest list; the others are shortcuts. Insertion links from the bottom up, removal sets the bits from the top
   down, and the thread that sets the lowest one has removed the key. As in list.c, nodes live in a pool and links are
   numbers. Heights belong to the nodes of the pool: one high, two high, and so on in turn.

   At the end every level must be sorted and a part of the one below, and the lowest as long as the results
   of the operations say.

   -DINSERTS=n  insertions by the first thread
   -DREMOVES=n  removals by the second thread
   -DSTOCK=n    nodes at the start, with keys 10, 20, ...
   -DBUG        the lowest bit is set by a store, which may undo what was linked in between */
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

#define LEVELS 2
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
    int height;
    _Atomic link next[LEVELS];
};

static struct node pool[FIRST_FREE + STOCK + INSERTS];
static unsigned next_free = FIRST_FREE; /* only one thread inserts */

static unsigned take_node(int key) {
    unsigned n = next_free++;
    pool[n].key = key;
    pool[n].height = 1 + (int)(n % LEVELS);
    return n;
}

/* ---- the set ---- */

/* On each level the last node whose key is smaller, and the one behind it. */
struct way {
    unsigned prev[LEVELS], next[LEVELS];
};

static bool swap(unsigned node, int level, unsigned from, unsigned to) {
    link expected = link_to(from);
    return atomic_compare_exchange_strong(&pool[node].next[level], &expected, link_to(to));
}

/* Goes on from `prev` on one level and links past removed nodes. False if somebody else changed a link. */
static bool walk(int key, int level, unsigned prev, struct way *w) {
    unsigned cur = target(atomic_load(&pool[prev].next[level]));
    while (cur != NIL) {
        link next = atomic_load(&pool[cur].next[level]);
        if (is_marked(next)) {
            if (!swap(prev, level, cur, target(next)))
                return false;
            cur = target(next);
            continue;
        }
        if (pool[cur].key >= key)
            break;
        prev = cur;
        cur = target(next);
    }
    w->prev[level] = prev;
    w->next[level] = cur;
    return true;
}

static bool find(int key, struct way *w) {
    for (;;) {
        unsigned prev = HEAD;
        int level = LEVELS - 1;
        while (level >= 0 && walk(key, level, prev, w))
            prev = w->prev[level--];
        if (level < 0)
            return w->next[0] != NIL && pool[w->next[0]].key == key;
    }
}

/* Links a node that is in the lowest list on the others too, unless it is removed meanwhile. */
static void raise(unsigned n, struct way *w) {
    for (int level = 1; level < pool[n].height; level++)
        for (;;) {
            link next = atomic_load(&pool[n].next[level]);
            if (is_marked(next))
                return;
            if (target(next) != w->next[level] &&
                !atomic_compare_exchange_strong(&pool[n].next[level], &next, link_to(w->next[level])))
                return;
            if (swap(w->prev[level], level, w->next[level], n))
                break;
            if (!find(pool[n].key, w) || w->next[0] != n)
                return;
        }
}

static bool insert(int key) {
    struct way w;
    unsigned n = take_node(key);
    do {
        if (find(key, &w))
            return false;
        for (int level = 0; level < pool[n].height; level++)
            atomic_store(&pool[n].next[level], link_to(w.next[level]));
    } while (!swap(w.prev[0], 0, w.next[0], n));
    raise(n, &w);
    return true;
}

static bool remove_key(int key) {
    struct way w;
    if (!find(key, &w))
        return false;
    unsigned n = w.next[0];
    for (int level = pool[n].height - 1; level > 0; level--) {
        link next = atomic_load(&pool[n].next[level]);
        while (!is_marked(next) && !atomic_compare_exchange_strong(&pool[n].next[level], &next, marked(next)))
            ;
    }
    link next = atomic_load(&pool[n].next[0]);
    while (!is_marked(next)) {
#ifdef BUG
        atomic_store(&pool[n].next[0], marked(next));
#else
        if (!atomic_compare_exchange_strong(&pool[n].next[0], &next, marked(next)))
            continue;
#endif
        find(key, &w); /* links past it */
        return true;
    }
    return false;
}

/* ---- the threads ---- */

static int new_keys[INSERTS], old_keys[REMOVES];
static int inserted, removed;

static void *inserter(void *arg) {
    for (int i = 0; i < INSERTS; i++)
        inserted += insert(new_keys[i]);
    return arg;
}

static void *remover(void *arg) {
    for (int i = 0; i < REMOVES; i++)
        removed += remove_key(old_keys[i]);
    return arg;
}

/* ---- set-up and what must hold at the end ---- */

static void stock(void) {
    unsigned last[LEVELS] = {HEAD, HEAD};
    for (int i = 1; i <= STOCK; i++) {
        unsigned n = take_node(10 * i);
        for (int level = 0; level < pool[n].height; level++) {
            atomic_init(&pool[last[level]].next[level], link_to(n));
            last[level] = n;
        }
    }
}

static int some_key(const char *name) {
    int key;
    rethread_symbolic(&key, sizeof key, name);
    rethread_assume(key >= MIN_KEY && key <= MAX_KEY);
    return key;
}

static bool is_in_lowest(unsigned node) {
    for (unsigned n = target(pool[HEAD].next[0]); n != NIL; n = target(pool[n].next[0]))
        if (n == node)
            return true;
    return false;
}

/* How many nodes a level has that are not removed; they must be in order. */
static int length(int level) {
    int count = 0, last = MIN_KEY - 1;
    for (unsigned n = target(pool[HEAD].next[level]); n != NIL; n = target(pool[n].next[level])) {
        if (is_marked(pool[n].next[level]))
            continue;
        assert(last < pool[n].key);
        assert(is_in_lowest(n));
        last = pool[n].key;
        count++;
    }
    return count;
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
    for (int level = LEVELS - 1; level > 0; level--)
        length(level);
    assert(length(0) == STOCK + inserted - removed);
    return 0;
}
