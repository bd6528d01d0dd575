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
    take(*p);
    return 0;
}
