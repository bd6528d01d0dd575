// verdict: ok

/* Handed on but never looked at. */
static int first(int a, int b) {
    (void)b;
    return a;
}

int main(void) {
    int unset;
    return first(0, unset);
}
