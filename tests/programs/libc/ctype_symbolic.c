// verdict: ok

/* The classes of every byte, and the case of every letter. */
#include <assert.h>
#include <ctype.h>
#include <rethread.h>

int main(void) {
    unsigned char c;
    rethread_symbolic(&c, 1, "c");
    assert(!isdigit(c) == !((c >= '0') & (c <= '9')));
    assert(!isspace(c) == !((c == ' ') | ((c >= 9) & (c <= 13))));
    assert(!isalnum(c) == !(isalpha(c) | isdigit(c)));
    assert(!isalpha(c) == !(isupper(c) | islower(c)));
    assert(!isgraph(c) == !(isprint(c) & -(c != ' ')));
    assert(toupper(c) == (islower(c) ? c - 32 : c));
    assert(tolower(toupper(c)) == tolower(c));
    return 0;
}
