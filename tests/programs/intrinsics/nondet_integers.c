// verdict: ok

/* The result of each has the range of its type. */
#include <assert.h>
#include <limits.h>
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    long c = __VERIFIER_nondet_char(), uc = __VERIFIER_nondet_uchar();
    long s = __VERIFIER_nondet_short(), us = __VERIFIER_nondet_ushort();
    long i = __VERIFIER_nondet_int(), u = __VERIFIER_nondet_uint();
    assert(c >= CHAR_MIN && c <= CHAR_MAX && uc >= 0 && uc <= UCHAR_MAX);
    assert(s >= SHRT_MIN && s <= SHRT_MAX && us >= 0 && us <= USHRT_MAX);
    assert(i >= INT_MIN && i <= INT_MAX && u >= 0 && u <= UINT_MAX);
    unsigned long l = (unsigned long)__VERIFIER_nondet_long() ^ __VERIFIER_nondet_ulong();
    l ^= (unsigned long)__VERIFIER_nondet_longlong() ^ __VERIFIER_nondet_ulonglong();
    assert(l / 2 <= LONG_MAX);
    int b = __VERIFIER_nondet_bool();
    assert(b == 0 || b == 1);
    return 0;
}
