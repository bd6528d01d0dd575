/* How the parts of the runtime tell rethread what happened. Linked into the program under test, so
 * nothing here has a name that a program may use, and nothing allocates. */
#ifndef RETHREAD_EVENTS_H
#define RETHREAD_EVENTS_H

#include <stdint.h>

/* The exit status of a run that the runtime ended; the report, not the status, says why. */
#define RETHREAD_STOPPED 86

/* Writes one line of the report: a word, then fields, separated by tabs. */
__attribute__((visibility("hidden"))) void __rethread_event(const char *word, const char *first,
                                                            const char *second);
/* Adds the call stack to the report, as offsets into the executable, innermost first. */
__attribute__((visibility("hidden"))) void __rethread_stack(void);
/* The same, from the place where a signal struck, or from the caller of a jump to nowhere. */
__attribute__((visibility("hidden"))) void __rethread_stack_at(uintptr_t pc, uintptr_t return_address);
__attribute__((visibility("hidden"))) const char *__rethread_number(char buffer[24], uint64_t value);
__attribute__((visibility("hidden"), noreturn)) void __rethread_stop(void);

/* After a failure was reported: if a schedule is forced and has steps for others, they go on without this
 * thread, and this does not return. */
#ifdef RETHREAD_SCHEDULED
__attribute__((visibility("hidden"))) void __rethread_park(void);
/* The thread's name; null for the first. */
__attribute__((visibility("hidden"))) const char *__rethread_thread_name(void);
#else
static inline void __rethread_park(void) {}
#endif

#endif
