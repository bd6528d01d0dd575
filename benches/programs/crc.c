// Table lookups with unknown indices: the CRC-32 of 4 bytes.
#include <rethread.h>

static unsigned table[256];

int main(void)
{
    for (unsigned i = 0; i < 256; i++) {
        unsigned c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? (c >> 1) ^ 0xedb88320u : c >> 1;
        table[i] = c;
    }
    unsigned char bytes[4];
    rethread_symbolic(bytes, sizeof bytes, "bytes");
    unsigned crc = ~0u;
    for (int i = 0; i < 4; i++)
        crc = table[(crc ^ bytes[i]) & 255] ^ crc >> 8;
    if (~crc == 0x352441c2u)
        return 1;
    return 0;
}
