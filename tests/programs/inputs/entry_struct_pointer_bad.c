// args: --entry area
// no-replay: an entry with pointers has no native caller
// assumption: pointers that the entry function is given
// verdict: bugs
// bug: null 16
// bug: assert 17

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
