// verdict: bugs
// bug: assert 30

/* An off-by-one: the last element is never found. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

static const int sorted[8] = {2, 3, 5, 7, 11, 13, 17, 19};

static int find(int key) {
    int lo = 0, hi = 7;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (sorted[mid] == key)
            return mid;
        if (sorted[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return -1;
}

int main(void) {
    int key = __VERIFIER_nondet_int();
    int at = find(key);
    if (key == 13)
        assert(at == 5);
    if (key == 19)
        assert(at == 7);
    return 0;
}
