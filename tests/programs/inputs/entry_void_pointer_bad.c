// args: --entry count
// no-replay: an entry with pointers has no native caller
// assumption: pointers that the entry function is given
// verdict: bugs
// bug: null 12
// bug: null 13
// Memory without a type may hold pointers; a number taken from it stays a number.

#include <assert.h>
struct item { char *text; int n; };
int count(void *data, int table[4]) {
    struct item *item = data; if (item->n < 0) return 0;
    int c = item->text[0];
    if (table && item->n < 4)
        return table[item->n];
    return c;
}
