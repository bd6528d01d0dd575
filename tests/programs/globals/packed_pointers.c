// verdict: ok

/* Packed structs put a pointer of a large table across two pages. */
#include <assert.h>

struct __attribute__((packed)) entry {
    char name[3];
    int *value;
};

static int seven = 7;
#define ROW {"ab", &seven}
#define ROWS ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW
#define MANY ROWS, ROWS, ROWS, ROWS, ROWS, ROWS, ROWS, ROWS
static struct entry table[512] = {MANY, MANY, MANY, MANY, MANY, MANY, MANY, MANY};

int main(void) {
    int sum = 0;
    for (int i = 0; i < 512; i++)
        sum += *table[i].value;
    assert(sum == 512 * 7);
    return 0;
}
