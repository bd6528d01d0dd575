/* nbds-hashtable, v4 against v0: a count that is zero is found before the loop, and the loop tries once more
   only while it is not.
   Kind: 1 guard added, 1 condition modified. Effect: none. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define ADDS 2
#define DROPS 1
#define CELLS 4

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
    unsigned expected = FREE;
    return atomic_compare_exchange_strong(&c->key, &expected, key) || expected == key;
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
    if (n == 0)
        return false;
    while (n != 0)
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
