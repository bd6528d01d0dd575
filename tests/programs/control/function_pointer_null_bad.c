// verdict: bugs
// bug: null 13

/* A call through a null function pointer. */
int __VERIFIER_nondet_int(void);

static void hello(void) {}

int main(void) {
    void (*callback)(void) = 0;
    if (__VERIFIER_nondet_int() != 12)
        callback = hello;
    callback();
    return 0;
}
