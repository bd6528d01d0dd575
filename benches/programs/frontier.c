// Memory: 2^17 states that wait at once (--order bfs), each sharing 10 MiB of globals with the others.
#include <rethread.h>

static char ballast[10 << 20];

int main(void)
{
    unsigned char bytes[17];
    rethread_symbolic(bytes, sizeof bytes, "bytes");
    ballast[1] = 1;
    int count = 0;
    for (int i = 0; i < 17; i++)
        if (bytes[i] > 100)
            ballast[i * 4096] = (char)++count;
    return ballast[1];
}
