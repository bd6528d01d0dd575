// args: --entry area
// no-replay: an entry with pointers has no native caller
// verdict: bugs
// bug: null 15
// bug: assert 16

/* The pointer is null or points to a fresh struct. */
#include <assert.h>

struct rectangle {
    unsigned char w, h;
};

int area(const struct rectangle *r) {
    int a = r->w * r->h;
    assert(a < 65025);
    return a;
}
