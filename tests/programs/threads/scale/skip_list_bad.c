// verdict: bugs
// bug: assert skip_list.c:229
// bug: assert skip_list.c:249

/* The skip list with a store in place of a compare-and-exchange: a node that is inserted behind one that is being removed
   is lost on the lowest level. */
#define BUG
#include "skip_list.c"
