// verdict: bugs
// bug: bounds 8

/* An off-by-one in the loop condition. */
int main(void) {
    int a[4];
    for (int i = 0; i <= 4; i++)
        a[i] = i;
    return 0;
}
