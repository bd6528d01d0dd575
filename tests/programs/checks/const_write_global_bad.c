// verdict: bugs
// bug: const-write 8

static const int limits[3] = {1, 2, 3};

int main(void) {
    int *p = (int *)limits;
    p[1] = 7;
    return limits[1];
}
