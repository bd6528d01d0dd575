// verdict: ok

/* A struct passed by value is copied for the call and the copy ends with it: a million bytes of stack
   are never in use at once here, though ten are passed. */
#include <assert.h>

struct block {
    unsigned char bytes[1000];
};

static int last(struct block b, int i) {
    int was = b.bytes[999];
    b.bytes[999] = (unsigned char)i;
    return was;
}

int main(void) {
    struct block b = {{0}};
    b.bytes[999] = 7;
    for (int i = 0; i < 10000; i++)
        assert(last(b, i) == 7);
    return 0;
}
