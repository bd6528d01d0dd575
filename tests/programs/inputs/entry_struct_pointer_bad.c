// args: --entry area
// verdict: bugs
// bug: null 14
// bug: assert 15

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
