// verdict: ok

/* Every way to find something in a string. */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    const char *s = "one,two;three";
    assert(strchr(s, ',') == s + 3 && strchr(s, '!') == NULL && *strchr(s, 0) == 0);
    assert(strrchr(s, 'e') == s + 12 && strrchr(s, '!') == NULL);
    assert(strstr(s, "two") == s + 4 && strstr(s, "twos") == NULL && strstr(s, "") == s);
    assert(strcasestr(s, "TWO") == s + 4);
    assert(strspn(s, "noe") == 3 && strcspn(s, ";,") == 3);
    assert(strpbrk(s, ";w") == s + 5 && strpbrk(s, "!") == NULL);
    assert(memchr(s, 't', 13) == s + 4 && memrchr(s, 't', 13) == s + 8);
    assert(memmem(s, 13, "ee", 2) == s + 11);
    return 0;
}
