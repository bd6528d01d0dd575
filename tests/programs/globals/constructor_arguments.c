// verdict: ok

/* The C library calls constructors with the arguments of main. */
#include <assert.h>
static int seen;
__attribute__((constructor)) static void first(int argc, char **argv) {
    seen = argc;
    assert(argv[0] != 0 && argv[argc] == 0);
}
int main(int argc, char **argv) {
    assert(seen == argc && argc == 1);
    return 0;
}
