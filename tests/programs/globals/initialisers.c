// verdict: ok

/* Relocations: addresses of objects, elements and functions in initialisers. */
#include <assert.h>

static int cell[4] = {1, 2, 3, 4};
static int *const middle = &cell[2];
static int one(void) { return 1; }
struct entry {
    const char *name;
    int (*run)(void);
    int *where;
};
static struct entry entries[] = {{"first", one, cell}, {"second", 0, &cell[3]}};
static struct entry *last = &entries[1];
static long distance = (char *)&entries[1].where - (char *)&entries[0];

int main(void) {
    assert(*middle == 3);
    assert(entries[0].run() == 1 && entries[0].name[1] == 'i');
    assert(*last->where == 4 && last->run == 0);
    assert(distance == sizeof(struct entry) + 16);
    return 0;
}
