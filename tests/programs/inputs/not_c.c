// verdict: error
// message: not_c.c

this is not a C program
