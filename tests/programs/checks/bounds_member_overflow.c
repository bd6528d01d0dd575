// verdict: ok

/* Within the object: an index that runs into the next member is not a memory error here. */
#include <assert.h>
struct pair {
    unsigned char low[2];
    unsigned char high[2];
};

int main(void) {
    struct pair p = {{1, 2}, {3, 4}};
    unsigned char *bytes = (unsigned char *)&p;
    assert(bytes[3] == 4);
    bytes[2] = 9;
    assert(p.high[0] == 9);
    return 0;
}
