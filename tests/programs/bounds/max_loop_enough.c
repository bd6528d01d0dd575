// args: --max-loop 3
// verdict: ok

/* A bound that no path reaches is not reported; each activation of the inner loop counts anew. */
#include <assert.h>

int main(void) {
    int n = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            n++;
    assert(n == 9);
    return 0;
}
