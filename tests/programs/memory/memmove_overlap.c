// verdict: ok

#include <assert.h>
#include <string.h>

int main(void) {
    char a[8] = "abcdefg";
    memmove(a + 2, a, 4);
    assert(a[0] == 'a' && a[1] == 'b' && a[2] == 'a' && a[3] == 'b' && a[4] == 'c' && a[5] == 'd');
    memmove(a, a + 2, 4);
    assert(a[0] == 'a' && a[3] == 'd' && a[4] == 'c');
    return 0;
}
