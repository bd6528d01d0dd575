// verdict: bugs
// bug: null 16

/* A missing key gives a null pointer. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int primes[] = {2, 3, 5, 7, 11}, key = __VERIFIER_nondet_int();
    int *p = bsearch(&key, primes, 5, sizeof primes[0], compare);
    return *p > 11;
}
