// verdict: ok

#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->value = value;
    n->next = head;
    return n;
}

int main(void) {
    int x = __VERIFIER_nondet_int() & 0xff;
    struct node *head = 0, *reversed = 0;
    for (int i = 0; i < 3; i++)
        head = push(head, x + i);
    while (head) {
        struct node *next = head->next;
        head->next = reversed;
        reversed = head;
        head = next;
    }
    assert(reversed->value == x && reversed->next->next->value == x + 2);
    while (reversed) {
        struct node *next = reversed->next;
        free(reversed);
        reversed = next;
    }
    return 0;
}
