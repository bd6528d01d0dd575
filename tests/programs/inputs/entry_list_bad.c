// args: --entry third
// no-replay: an entry with pointers has no native caller
// assumption: pointers that the entry function is given
// verdict: bugs
// bug: assert 20

/* The list is made as it is walked. */
#include <assert.h>

struct node {
    int value;
    struct node *next;
};

int third(struct node *n) {
    if (!n || !n->next || !n->next->next)
        return 0;
    struct node *t = n->next->next;
    if (n->value == 1 && n->next->value == 2)
        assert(t->value != 3);
    return t->value;
}
