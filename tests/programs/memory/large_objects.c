// verdict: ok

/* Objects of several pages: numbers and pointers on both sides of a page's end and across it. */
#include <assert.h>
#include <string.h>

struct entry {
    char pad[12];
    int *to;
    short tag;
} __attribute__((packed));

static struct entry table[500];
static int values[3000];

int main(void) {
    char local[5000];
    memset(local, 3, sizeof local);
    for (int i = 0; i < 500; i++) {
        table[i].to = &values[i * 6];
        table[i].tag = (short)i;
        values[i * 6] = i;
    }
    for (int i = 0; i < 500; i++)
        assert(*table[i].to == i && table[i].tag == i && table[i].pad[11] == 0);
    /* A pointer cut in half, then whole again. */
    int *saved = table[186].to;
    memset((char *)&table[186].to + 4, 0xff, 4);
    assert(table[186].to != saved);
    memcpy(&table[186].to, &saved, sizeof saved);
    assert(*table[186].to == 186 && local[4999] == 3);
    return 0;
}
