// args: --entry mid
// verdict: ok
// runs baseline: 6 0

/* Paper 001, program 1: the middle of three, six paths. */
int mid(int x, int y, int z) {
    if (x < y) {
        if (y < z) return y;
        else if (x < z) return z;
        else return x;
    } else if (x < z) return x;
    else if (y < z) return z;
    else return y;
}
