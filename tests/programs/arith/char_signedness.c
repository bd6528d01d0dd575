// verdict: ok

/* Plain char is signed here; promotion keeps the sign. */
#include <assert.h>
#include <rethread.h>

int main(void) {
    char c;
    unsigned char u;
    rethread_symbolic(&c, sizeof c, "c");
    u = (unsigned char)c;
    int wide = c, uwide = u;
    assert(wide >= -128 && wide <= 127);
    assert(uwide >= 0 && uwide <= 255);
    assert((wide & 0xff) == uwide);
    return 0;
}
