// verdict: ok

/* Large elements, equal keys in their old order, and searching the result. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct item {
    int key;
    char name[60];
};

static int compare(const void *a, const void *b) {
    return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int main(void) {
    struct item items[5] = {{3, "c"}, {1, "a"}, {3, "d"}, {2, "b"}, {0, "z"}};
    qsort(items, 5, sizeof items[0], compare);
    for (int i = 0; i < 5; i++)
        assert(items[i].name[0] == "zabcd"[i]);
    struct item wanted = {2, ""};
    struct item *found = bsearch(&wanted, items, 5, sizeof items[0], compare);
    assert(found && strcmp(found->name, "b") == 0);
    wanted.key = 7;
    assert(bsearch(&wanted, items, 5, sizeof items[0], compare) == NULL);
    return 0;
}
