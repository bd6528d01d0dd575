// args: --sym-stdin 2
// verdict: ok

/* After the given number of bytes comes the end of the file. */
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n = 0;
    while (getchar() != EOF)
        n++;
    assert(n <= 2);
    return 0;
}
