// verdict: bugs
// bug: new uninit 16
// changed:
// deleted: 8
// impacted: 16
// feeding: 12
/* The exit code is decided on like a branch: what main returns has to be written. */
int __VERIFIER_nondet_int(void);

int main(void) {
    int result;
    if (__VERIFIER_nondet_int() > 0)
        result = 1;
    else
        ;
    return result;
}
