/* What a program may ask of rethread. */
#ifndef RETHREAD_H
#define RETHREAD_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the SIZE bytes at OBJECT an input called NAME. */
void rethread_symbolic(void *object, size_t size, const char *name);

/* Goes on only with inputs for which CONDITION is not zero. */
void rethread_assume(int condition);

#ifdef __cplusplus
}
#endif
#endif
