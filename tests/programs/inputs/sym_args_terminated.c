// args: --sym-args 2 2
// verdict: ok

/* Every argument ends within its length, and argv ends with null. */
#include <assert.h>

int main(int argc, char **argv) {
    assert(argc >= 1 && argc <= 3);
    assert(argv[argc] == 0);
    for (int i = 1; i < argc; i++) {
        int n = 0;
        while (argv[i][n])
            n++;
        assert(n <= 2);
    }
    return 0;
}
