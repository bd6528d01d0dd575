// args: -- -DLIMIT=3
// verdict: ok

/* Flags after -- go to the compiler. */
#include <assert.h>

int main(void) {
    assert(LIMIT == 3);
    return 0;
}
