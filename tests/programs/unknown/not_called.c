// verdict: ok

/* Declared, taken the address of, never called: nothing is assumed. */
int never(int);

int main(void) {
    int (*f)(int) = 0;
    if (f)
        return never(1);
    return 0;
}
