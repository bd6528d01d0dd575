// verdict: ok

#include <assert.h>
struct point {
    short x, y;
};

int main(void) {
    struct point ps[3] = {{1, 2}, {3, 4}, {5, 6}};
    int sum = 0;
    for (struct point *p = ps; p < ps + 3; p++)
        sum += p->x * p->y;
    assert(sum == 44);
    return 0;
}
