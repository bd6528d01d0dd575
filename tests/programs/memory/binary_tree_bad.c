// verdict: bugs
// bug: assert 35

/* Insertion that forgets about equal keys drops one. */
#include <assert.h>
#include <stdlib.h>
signed char __VERIFIER_nondet_char(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static int size(struct tree *t) {
    return t ? size(t->left) + 1 + size(t->right) : 0;
}

static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        if (!t)
            exit(1);
        t->key = key;
    } else if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
}

int main(void) {
    struct tree *t = 0;
    for (int i = 0; i < 3; i++)
        t = insert(t, __VERIFIER_nondet_char());
    assert(size(t) == 3);
    return 0;
}
