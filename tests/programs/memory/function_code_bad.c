// verdict: bugs
// bug: bounds 11

/* A function's address is not an object of its own. */
static int f(void) {
    return 1;
}

int main(void) {
    unsigned char *code = (unsigned char *)f;
    code[0] = 0xc3;
    return f();
}
