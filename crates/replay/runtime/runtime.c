/* Everything that is linked into a program under test, as one file to compile. */
#include "events.c"
#include "failures.c"
#include "inputs.c"
#ifdef RETHREAD_GUARD
#include "guard.c"
#endif
