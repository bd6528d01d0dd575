// verdict: bugs
// bug: null 12

/* A member at an offset from null is a null dereference, not an address out of bounds. */
struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node last = {1, 0};
    return last.next->next == 0;
}
