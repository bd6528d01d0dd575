// verdict: bugs
// bug: const-write 9

int __VERIFIER_nondet_int(void);

int main(void) {
    char *text = (char *)"constant";
    if (__VERIFIER_nondet_int() == 5)
        text[0] = 'C';
    return text[0] == 'x';
}
