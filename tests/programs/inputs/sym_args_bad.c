// args: --sym-args 1 3
// verdict: bugs
// bug: assert 10

/* The command line is the input. */
#include <assert.h>

int main(int argc, char **argv) {
    if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 'x')
        assert(argv[1][2] != '!');
    return 0;
}
