// verdict: bugs
// bug: assert 11
// assumption: mystery

/* A function without a body: its result may be anything, and the result says so. */
#include <assert.h>
int mystery(int);

int main(void) {
    int r = mystery(3);
    assert(r != 12);
    return 0;
}
