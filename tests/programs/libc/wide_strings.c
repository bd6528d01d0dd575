// verdict: ok

#include <assert.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
    wchar_t b[8];
    assert(wcslen(L"abc") == 3 && wcscmp(wcscpy(b, L"abc"), L"abc") == 0);
    assert(wcschr(b, L'c') == b + 2 && wmemcmp(b, L"abd", 3) < 0);
    assert(mbstowcs(b, "xyz", 8) == 3 && b[2] == L'z' && b[3] == 0);
    return 0;
}
