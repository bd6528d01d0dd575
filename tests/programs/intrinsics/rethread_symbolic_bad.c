// verdict: bugs
// bug: assert 17

/* Every byte of a struct becomes an input, named. */
#include <assert.h>
#include <rethread.h>

struct message {
    unsigned char kind;
    unsigned short length;
};

int main(void) {
    struct message m;
    rethread_symbolic(&m, sizeof m, "message");
    if (m.kind == 7)
        assert(m.length != 500);
    return 0;
}
