// verdict: ok

/* A variable-length array is gone at the end of its scope: only one is in use at a time. */
#include <assert.h>

static int fill(int n) {
    int sum = 0;
    for (int i = 0; i < 20000; i++) {
        int v[n];
        v[n - 1] = 1;
        sum += v[n - 1];
    }
    return sum;
}

int main(void) {
    assert(fill(200) == 20000);
    return 0;
}
