// verdict: bugs
// bug: bounds 11
// no-replay: natively another object lies at that address

/* So far out that another object lies there: still out of bounds of this one. */
static int left[4], right[4];

int main(void) {
    int *p = left;
    long distance = (long)((char *)right - (char *)left) / (long)sizeof(int);
    p[distance] = 1;
    return right[0];
}
