// args: -- -DNDEBUG
// verdict: ok

/* With NDEBUG there is no assertion to fail. */
#include <assert.h>

int main(void) {
    assert(0);
    return 0;
}
