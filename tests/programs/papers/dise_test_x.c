// args: --entry testX
// verdict: ok
// runs baseline: 2 0

/* Paper 002, figure 2: two behaviours. */
int y;

void testX(int x) {
    if (x > 0)
        y = y + x;
    else
        y = y - x;
}
