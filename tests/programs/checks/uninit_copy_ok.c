// verdict: ok

/* Copying a value that was never set decides nothing; a struct with padding is copied whole. */
struct padded {
    char c;
    int i;
    int unset;
};

int main(void) {
    struct padded a, b;
    a.c = 1;
    a.i = 2;
    b = a;
    int copy = b.unset;
    (void)copy;
    return b.i == 2 ? 0 : 1;
}
