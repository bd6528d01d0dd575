// verdict: bugs
// bug: assert 26

/* 256 cases, one of them wrong. */
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

#define C1(n) case n: return (n) ^ 0x5a;
#define C4(n) C1(n) C1(n + 1) C1(n + 2) C1(n + 3)
#define C16(n) C4(n) C4(n + 4) C4(n + 8) C4(n + 12)
#define C64(n) C16(n) C16(n + 16) C16(n + 32) C16(n + 48)

static int scramble(unsigned char x) {
    switch (x) {
        C64(0) C64(64) C16(128) C16(144) C16(160) C4(176) C4(180) C4(184) C1(188) C1(189)
    case 190:
        return 190;
        C1(191) C64(192)
    }
    return -1;
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int y = scramble(x);
    assert(y == (x ^ 0x5a));
    return 0;
}
