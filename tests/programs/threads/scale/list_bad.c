// verdict: bugs
// bug: assert list.c:203

/* The list without the bit: what is inserted behind a node while that is removed is lost. */
#define BUG
#include "list.c"
