// verdict: bugs
// bug: assert 13

#include <assert.h>
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    if (text[0] == 'b' && text[1] == 'u')
        assert(text[2] != 'g');
    return 0;
}
