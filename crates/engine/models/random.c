/* stdlib.h: pseudo-random numbers.
 *
 * Exact: glibc's additive feedback generator (31 words, separation 3) behind rand and random, its rand_r,
 * and the 48-bit linear congruential family, so that a native run with the same seed sees the same numbers.
 * With a symbolic seed, such as srand(time(0)), the numbers of rand and random are unknown values in
 * range: an over-approximation, because nobody can solve for 310 rounds of feedback.
 */
#include "model.h"

enum { WORDS = 31, SEPARATION = 3 };

/* The state after srandom(1), which is also the state of a program that never seeds. */
static int32_t state[WORDS] = {
    -1726662223, 379960547, 1735697613, 1040273694, 1313901226, 1627687941,
    -179304937, -2073333483, 1780058412, -1989503057, -615974602, 344556628,
    939512070, -1249116260, 1507946756, -812545463, 154635395, 1388815473,
    -1926676823, 525320961, -1009028674, 968117788, -123449607, 1284210865,
    435012392, -2017506339, -911064859, -370259173, 1132637927, 1398500161,
    -205601318,
};
static unsigned front = SEPARATION, rear;
static bool unknown_seed;

static int32_t next_random(void) {
    if (unknown_seed) {
        int32_t r;
        __rethread_unknown(&r, sizeof r, "random number");
        return r & INT32_MAX;
    }
    uint32_t sum = (uint32_t)state[front] + (uint32_t)state[rear];
    state[front] = (int32_t)sum;
    front = front + 1 == WORDS ? 0 : front + 1;
    rear = rear + 1 == WORDS ? 0 : rear + 1;
    return (int32_t)(sum >> 1);
}

static void seed_random(unsigned seed) {
    unknown_seed = __rethread_is_symbolic(seed);
    if (unknown_seed)
        return;
    if (seed == 0)
        seed = 1;
    int32_t word = (int32_t)seed;
    for (unsigned i = 0; i < WORDS; i++) {
        if (i) { /* 16807 * word % 2147483647 without overflowing 31 bits */
            int32_t high = word / 127773, low = word % 127773;
            word = 16807 * low - 2836 * high;
            if (word < 0)
                word += INT32_MAX;
        }
        state[i] = word;
    }
    front = SEPARATION;
    rear = 0;
    for (int i = 0; i < 10 * WORDS; i++)
        next_random();
}

int rand(void) { return next_random(); }
void srand(unsigned seed) { seed_random(seed); }
long random(void) { return next_random(); }
void srandom(unsigned seed) { seed_random(seed); }

int rand_r(unsigned *seed) {
    uint32_t next = *seed, result;
    next = next * 1103515245 + 12345;
    result = next / 65536 % 2048;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ next / 65536 % 1024;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ next / 65536 % 1024;
    *seed = next;
    return (int)result;
}

/* The 48-bit generator: x' = a x + c mod 2^48. */
static uint64_t own48, factor48 = 0x5deece66dULL;
static uint16_t addend48 = 0xb;

static uint64_t unpack48(const unsigned short x[3]) {
    return (uint64_t)x[2] << 32 | (uint64_t)x[1] << 16 | x[0];
}

static void pack48(unsigned short x[3], uint64_t v) {
    x[0] = (unsigned short)v;
    x[1] = (unsigned short)(v >> 16);
    x[2] = (unsigned short)(v >> 32);
}

static uint64_t step48(uint64_t x) { return (x * factor48 + addend48) & 0xffffffffffffULL; }

static uint64_t next48(void) { return own48 = step48(own48); }

static uint64_t next48_in(unsigned short x[3]) {
    uint64_t v = step48(unpack48(x));
    pack48(x, v);
    return v;
}

/* 48 bits as a fraction: [1,2) by its bits, minus one, which is exact. */
static double fraction48(uint64_t x) {
    union {
        uint64_t bits;
        double d;
    } u = {0x3ff0000000000000ULL | x << 4};
    return u.d - 1.0;
}

double drand48(void) { return fraction48(next48()); }
double erand48(unsigned short x[3]) { return fraction48(next48_in(x)); }
long lrand48(void) { return (long)(next48() >> 17); }
long nrand48(unsigned short x[3]) { return (long)(next48_in(x) >> 17); }
long mrand48(void) { return (int32_t)(next48() >> 16); }
long jrand48(unsigned short x[3]) { return (int32_t)(next48_in(x) >> 16); }

void srand48(long seed) {
    own48 = (uint64_t)(uint32_t)seed << 16 | 0x330e;
    factor48 = 0x5deece66dULL;
    addend48 = 0xb;
}

unsigned short *seed48(unsigned short x[3]) {
    static unsigned short old[3];
    pack48(old, own48);
    own48 = unpack48(x);
    factor48 = 0x5deece66dULL;
    addend48 = 0xb;
    return old;
}

void lcong48(unsigned short p[7]) {
    own48 = unpack48(p);
    factor48 = unpack48(p + 3);
    addend48 = p[6];
}
