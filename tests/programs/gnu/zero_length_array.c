// verdict: ok

#include <assert.h>
#include <stdlib.h>

struct message {
    int n;
    int body[0];
};

int main(void) {
    assert(sizeof(struct message) == sizeof(int));
    struct message *m = malloc(sizeof *m + 2 * sizeof(int));
    if (!m)
        return 0;
    m->n = 2;
    m->body[1] = 5;
    assert(m->body[m->n - 1] == 5);
    free(m);
    return 0;
}
