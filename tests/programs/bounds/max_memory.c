// args: --max-memory 300M --max-time 15s
// verdict: incomplete
// bound: max-memory

/* Allocates and writes without an end. */
#include <stdlib.h>

int main(void) {
    for (;;) {
        char *p = malloc(1 << 20);
        if (!p)
            return 0;
        for (int i = 0; i < 1 << 20; i += 512)
            p[i] = 1;
    }
}
