// FNV-1a over 6 unknown bytes: products all the way.
#include <rethread.h>

int main(void)
{
    unsigned char bytes[6];
    rethread_symbolic(bytes, sizeof bytes, "bytes");
    unsigned hash = 2166136261u;
    for (int i = 0; i < 6; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    switch (hash & 15) {
    case 0:
        return 1;
    case 3:
        return 2;
    case 7:
        return 3;
    }
    if (hash >> 16 == 0xbeef)
        return 4;
    return 0;
}
