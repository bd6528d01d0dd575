// verdict: bugs
// bug: bounds 11

int __VERIFIER_nondet_int(void);

int main(void) {
    char text[8] = "abcdefg";
    int i = __VERIFIER_nondet_int();
    if (i > 6 || i < -1)
        return 0;
    text[i] = 'x';
    return 0;
}
