// verdict: bugs
// bug: use-after-free 12

static int *dangling(int v) {
    int local = v;
    int *p = &local;
    return p;
}

int main(void) {
    int *p = dangling(4);
    return *p;
}
