// verdict: ok

#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

struct packet {
    unsigned length;
    unsigned char data[];
};

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 4)
        return 0;
    struct packet *p = malloc(sizeof *p + n);
    if (!p)
        return 0;
    p->length = n;
    for (unsigned i = 0; i < p->length; i++)
        p->data[i] = (unsigned char)(i + 1);
    if (n > 0)
        assert(p->data[n - 1] == n);
    free(p);
    return 0;
}
