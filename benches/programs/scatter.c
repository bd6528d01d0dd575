// Writes at 8 unknown places of a buffer of 1 KiB, and what is read back.
#include <assert.h>
#include <rethread.h>

static unsigned char buffer[1024];

int main(void)
{
    unsigned places[8];
    rethread_symbolic(places, sizeof places, "places");
    for (int i = 0; i < 8; i++) {
        rethread_assume(places[i] < sizeof buffer);
        buffer[places[i]] = (unsigned char)(i + 1);
    }
    int count = 0;
    for (int i = 0; i < 8; i++)
        if (buffer[i * 3])
            count++;
    assert(buffer[places[7]] == 8);
    return count > 4;
}
