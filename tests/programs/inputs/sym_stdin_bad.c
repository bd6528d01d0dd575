// args: --sym-stdin 4
// verdict: bugs
// bug: assert 11

#include <assert.h>
#include <stdio.h>

int main(void) {
    int a = getchar(), b = getchar();
    if (a == 'o' && b == 'k')
        assert(getchar() != '?');
    return 0;
}
