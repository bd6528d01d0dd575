// verdict: bugs
// bug: new null 18
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
