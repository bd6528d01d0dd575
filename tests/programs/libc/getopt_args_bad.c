// args: --sym-args 1 3
// verdict: bugs
// bug: assert 16

/* The option that was not thought of. */
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int c, a = 0, b = 0;
    opterr = 0;
    while ((c = getopt(argc, argv, "ab")) != -1) {
        a |= c == 'a';
        b |= c == 'b';
    }
    assert(!(a && b));
    return 0;
}
