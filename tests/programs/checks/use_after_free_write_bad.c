// verdict: bugs
// bug: use-after-free 24

/* The list is freed while it is walked. */
#include <stdlib.h>

struct node {
    struct node *next;
    int seen;
};

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->next = head;
        head = n;
    }
    for (struct node *n = head; n;) {
        struct node *next = n->next;
        free(n);
        n->seen = 1;
        n = next;
    }
    return 0;
}
