// verdict: ok

/* Options before, after and between operands. */
#include <assert.h>
#include <getopt.h>
#include <string.h>

int main(void) {
    char *argv[] = {"prog", "file", "-v", "-ofoo", "--level=3", "other", "--", "-x", NULL};
    static const struct option longs[] = {{"level", required_argument, 0, 'l'}, {0}};
    int c, verbose = 0, level = 0;
    const char *out = "";
    while ((c = getopt_long(8, argv, "vo:", longs, NULL)) != -1) {
        if (c == 'v')
            verbose = 1;
        else if (c == 'o')
            out = optarg;
        else if (c == 'l')
            level = optarg[0] - '0';
        else
            assert(0);
    }
    assert(verbose && level == 3 && strcmp(out, "foo") == 0);
    assert(optind == 5 && strcmp(argv[5], "file") == 0 && strcmp(argv[7], "-x") == 0);
    return 0;
}
