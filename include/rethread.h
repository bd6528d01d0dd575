/* What a program can tell rethread about its inputs. */
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
