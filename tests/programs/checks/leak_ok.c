// args: --checks +leak
// verdict: ok

/* Freed, or still reachable from a global when the program ends. */
#include <stdlib.h>

struct node {
    struct node *next;
};
static struct node *kept;

int main(void) {
    void *p = malloc(16);
    free(p);
    kept = calloc(1, sizeof *kept);
    if (kept)
        kept->next = calloc(1, sizeof *kept);
    return 0;
}
