// verdict: bugs
// bug: assert hash_table.c:140

/* The hash table with a load and a store in place of a compare-and-exchange: both threads claim the same cell. */
#define BUG
#include "hash_table.c"
