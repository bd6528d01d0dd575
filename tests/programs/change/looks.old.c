/* Nothing but names, comments, layout and order. Old version. */
#include <assert.h>

int twice(int a) {
    return 2 * a;
}
int sum(int a, int b) {
    return a + b;
}


int main(void) {
    int s = 0;
    for (int i = 0; i < 3; i++)
        s += sum(i, twice(i));
    assert(s == 9);
    return s;
}
