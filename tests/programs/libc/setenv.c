// verdict: ok

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static char entry[] = "RT_B=2";
    assert(getenv("RT_A") == NULL);
    assert(setenv("RT_A", "one", 0) == 0 && strcmp(getenv("RT_A"), "one") == 0);
    assert(setenv("RT_A", "two", 0) == 0 && strcmp(getenv("RT_A"), "one") == 0);
    assert(setenv("RT_A", "two", 1) == 0 && strcmp(getenv("RT_A"), "two") == 0);
    assert(putenv(entry) == 0 && strcmp(getenv("RT_B"), "2") == 0);
    entry[5] = '3';
    assert(strcmp(getenv("RT_B"), "3") == 0);
    assert(unsetenv("RT_A") == 0 && getenv("RT_A") == NULL);
    assert(setenv("a=b", "", 1) == -1);
    return 0;
}
