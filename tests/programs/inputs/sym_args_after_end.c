// args: --sym-args 1 3
// verdict: ok
// no-replay: natively other strings lie behind the end of an argument

/* Nothing of an argument comes after its end. */
#include <assert.h>

int main(int argc, char **argv) {
    assert(argc == 2);
    if (argv[1][0] == 0 && argv[1][1] == 'x')
        assert(0);
    if (argv[1][0] == 'a' && argv[1][1] == 0)
        assert(argv[1][2] == 0);
    return 0;
}
