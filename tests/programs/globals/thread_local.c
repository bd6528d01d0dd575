// verdict: ok

#include <assert.h>

static _Thread_local int counter = 5;
_Thread_local int zero;

int main(void) {
    int *p = &counter;
    counter++;
    assert(*p == 6 && zero == 0);
    return 0;
}
