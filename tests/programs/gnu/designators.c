// verdict: ok

#include <assert.h>

struct grid {
    struct {
        int x, y;
    } cell[3];
    char name[4];
};

int main(void) {
    struct grid g = {.cell[1].y = 5, .cell[2] = {.x = 7}, .name = "ab"};
    int sparse[] = {[2 ... 4] = 9, [6] = 1};
    assert(g.cell[0].x == 0 && g.cell[1].y == 5 && g.cell[2].x == 7 && g.name[2] == 0);
    assert(sizeof sparse / sizeof *sparse == 7 && sparse[3] == 9 && sparse[5] == 0);
    return 0;
}
