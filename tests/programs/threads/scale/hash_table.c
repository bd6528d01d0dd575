// verdict: ok
// runs dpor: 340 0

/* A lock-free hash table with open addressing, two threads, keys unknown.

   A cell's key is claimed once, by compare-and-exchange, and never changes again; its count is a number of its
   own. Both threads count words: `add` looks for the key's cell, from the place its hash says on, claims the first free one if
   there is none, and adds to its count. `drop` takes a count away again, unless it is zero.

   At the end every key must stand in one cell only, reachable from where its hash says, and the counts together
   are what the results of the operations say.

   -DADDS=n    additions by the first thread
   -DDROPS=n   removals by the second thread, after one addition
   -DCELLS=n   size of the table, a power of two
   -DBUG       a cell is claimed by a load and a store */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef ADDS
#define ADDS 1
#endif
#ifndef DROPS
#define DROPS 1
#endif
#ifndef CELLS
#define CELLS 4
#endif

#define FREE 0u
#define MAX_KEY 6u

struct cell {
    atomic_uint key; /* FREE until somebody claims it */
    atomic_uint count;
};

static struct cell cells[CELLS];

static unsigned hash(unsigned key) {
    return (key ^ key >> 2) & (CELLS - 1);
}

/* The cell that a key's hash says. Found by comparing: `cells[hash(key)]` would be an access at an unknown offset, of
   which summaries cannot speak. */
static unsigned home(unsigned key) {
    unsigned h = hash(key), i = 0;
    while (i != h)
        i++;
    return i;
}

static unsigned after(unsigned i) {
    return (i + 1) & (CELLS - 1);
}

static bool claim(struct cell *c, unsigned key) {
#ifdef BUG
    if (atomic_load(&c->key) != FREE)
        return false;
    atomic_store(&c->key, key);
    return true;
#else
    unsigned expected = FREE;
    return atomic_compare_exchange_strong(&c->key, &expected, key) || expected == key;
#endif
}

/* The cell of a key; a free one is claimed if `make` says so. Null if there is none. */
static struct cell *find(unsigned key, bool make) {
    unsigned i = home(key);
    for (unsigned n = 0; n < CELLS; n++, i = after(i)) {
        struct cell *c = &cells[i];
        unsigned here = atomic_load(&c->key);
        if (here == key)
            return c;
        if (here != FREE)
            continue;
        if (!make)
            return 0;
        if (claim(c, key))
            return c;
    }
    return 0;
}

static bool add(unsigned key) {
    struct cell *c = find(key, true);
    if (!c)
        return false;
    atomic_fetch_add(&c->count, 1);
    return true;
}

static bool drop(unsigned key) {
    struct cell *c = find(key, false);
    if (!c)
        return false;
    unsigned n = atomic_load(&c->count);
    while (n > 0)
        if (atomic_compare_exchange_strong(&c->count, &n, n - 1))
            return true;
    return false;
}

static unsigned more[ADDS], less[DROPS], own;
static int added, dropped, added_too;

static void *adder(void *arg) {
    for (int i = 0; i < ADDS; i++)
        added += add(more[i]);
    return arg;
}

static void *dropper(void *arg) {
    added_too += add(own);
    for (int i = 0; i < DROPS; i++)
        dropped += drop(less[i]);
    return arg;
}

static unsigned some_key(const char *name) {
    unsigned key;
    rethread_symbolic(&key, sizeof key, name);
    rethread_assume(key != FREE && key <= MAX_KEY);
    return key;
}

static void check(void) {
    int total = 0;
    for (unsigned i = 0; i < CELLS; i++) {
        unsigned key = cells[i].key;
        if (key == FREE) {
            assert(cells[i].count == 0);
            continue;
        }
        assert(find(key, false) == &cells[i]);
        total += (int)cells[i].count;
    }
    assert(total == added + added_too - dropped);
}

int main(void) {
    pthread_t a, b;
    for (int i = 0; i < ADDS; i++)
        more[i] = some_key("more");
    for (int i = 0; i < DROPS; i++)
        less[i] = some_key("less");
    own = some_key("own");
    pthread_create(&a, 0, adder, 0);
    pthread_create(&b, 0, dropper, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    check();
    return 0;
}
