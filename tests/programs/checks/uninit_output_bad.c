// verdict: bugs
// bug: uninit 14

#include <stdio.h>

struct point {
    int x, y;
};

int main(void) {
    struct point p;
    p.x = 1;
    printf("%d\n", p.x);
    printf("%d\n", p.y);
    return 0;
}
