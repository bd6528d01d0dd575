// Forking: 2^16 paths from 16 branches on 16 independent bytes.
#include <rethread.h>

int main(void)
{
    unsigned char bytes[16];
    int count = 0;
    rethread_symbolic(bytes, sizeof bytes, "bytes");
    for (int i = 0; i < 16; i++)
        if (bytes[i] > 100)
            count++;
    return count;
}
