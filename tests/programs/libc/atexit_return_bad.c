// verdict: bugs
// bug: assert 11

/* What runs after main can fail. */
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int open_files;
static void all_closed(void) {
    assert(open_files == 0);
}

int main(void) {
    atexit(all_closed);
    open_files++;
    if (__VERIFIER_nondet_int() != 3)
        open_files--;
    return 0;
}
