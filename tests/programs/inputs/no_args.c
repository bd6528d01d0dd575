// verdict: ok

/* Without symbolic arguments the program gets its name only. */
#include <assert.h>

int main(int argc, char **argv) {
    assert(argc == 1);
    assert(argv[0] != 0 && argv[1] == 0);
    return 0;
}
