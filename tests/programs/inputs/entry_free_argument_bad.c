// args: --entry drop
// no-replay: an entry with pointers has no native caller
// assumption: pointers that the entry function is given
// verdict: bugs
// bug: null 12
// bug: use-after-free 15
// What an argument points to may come from malloc, so it may be freed.

#include <stdlib.h>
struct node { struct node *next; int value; };
int drop(struct node *n) {
    int value = n->value;
    free(n);
    if (value == 5)
        value = n->value;
    return value;
}
