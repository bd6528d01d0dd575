/* Everything that is linked into a program under test, as one file to compile. */
#include "events.c"
#include "failures.c"
#include "inputs.c"
#ifdef RETHREAD_GUARD
#include "guard.c"
#endif
#ifdef RETHREAD_SCHEDULED
#include "schedule.c"
#include "accesses.c"
#include "objects.c"
#include "threads.c"
#include "heap.c"
#include "locks.c"
#include "c11.c"
#include "calls.c"
#endif
