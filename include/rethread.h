/* What a program can tell rethread. Link-time no-ops do not exist for these: a program that calls
 * them is meant to be checked with rethread, or replayed with its runtime. */
#ifndef RETHREAD_H
#define RETHREAD_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the `size` bytes at `object` an unknown input, called `name` in tests. */
void rethread_symbolic(void *object, size_t size, const char *name);

/* Only runs in which `condition` is not zero are of interest. */
void rethread_assume(int condition);

#ifdef __cplusplus
}
#endif

#endif
