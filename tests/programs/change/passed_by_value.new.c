// verdict: bugs
// bug: new null 22
// changed: 20 21
// deleted:
// impacted: 15 16 20 21 22 23
// feeding: 20 21
/* A struct that is passed by value is read where the call is made, and that read is a check like others. */
struct big {
    long c[8];
};
static struct big b, *p;
static int used;

static void take(struct big x) {
    used = (int)x.c[0];
}

int main(void) {
    p = &b;
    if (used == 0)
        p = 0;
    take(*p);
    return 0;
}
