// args: --entry mid
// verdict: ok
// runs baseline: 6 0

/* Paper 001, program 2: the changed version has six paths too. */
int mid(int x, int y, int z) {
    if (x < y) {
        if (y < z) return y;
        else if (x <= z) return z;
        else return x;
    } else if (x < z) return x;
    else if (y < z) return z;
    else return x;
}
