// verdict: ok
// runs dpor: 0 0
// runs cia: 0 0
// changed:
// deleted:
// impacted:
// feeding:
/* Nothing but names, comments, layout and order. */
#include <assert.h>


// The plain sum.
int sum(int left,
        int right) {
    return left + right;
}

int twice(int number) {
    return 2 * number;
}

int main(void) {
    int total = 0;
    for (int i = 0; i < 3; i++)
        total += sum(i, twice(i));
    assert(total == 9);
    return total;
}
