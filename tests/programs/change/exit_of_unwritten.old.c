#include <assert.h>
#include <stdlib.h>
static int done, code;

__attribute__((destructor)) static void last(void) {
    assert(done == 1);
}

int main(void) {
    int result;
    code = result;
    exit(code);
}
