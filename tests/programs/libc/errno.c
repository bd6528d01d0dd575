// verdict: ok

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    assert(errno == 0);
    strtol("99999999999999999999", NULL, 10);
    assert(errno == ERANGE);
    assert(strcmp(strerror(ENOENT), "No such file or directory") == 0);
    assert(strcmp(strerror(12345), "Unknown error 12345") == 0);
    errno = EINVAL;
    perror("prog");
    return 0;
}
