/* Differential tests of the models: each model, renamed m_NAME, against the C library of this machine. */
#ifndef CHECK_H
#define CHECK_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Declares the model of a function with the type of the real one. */
#define M(name) extern __typeof__(name) m_##name

extern bool symbolic;         /* what __rethread_is_symbolic says */
extern unsigned long checks;  /* comparisons made */
extern const char *input;     /* what __rethread_read gives */
extern size_t input_length;
extern char output[3][1 << 16]; /* what was written to each descriptor */
extern size_t output_length[3];
extern int exit_status; /* of a model's exit, see ends */
extern char bug_kind[32];
bool ends(void (*f)(void)); /* calls f; true if it ended the process */

uint32_t pick(uint32_t n);  /* 0 <= result < n */
uint64_t pick64(void);
/* A copy of n bytes that ends where unmapped memory begins, in one of four places. */
char *edge(int place, const void *bytes, size_t n);
/* A random string over an alphabet, at an edge. */
char *text(int place, const char *alphabet, size_t max);

void fail(const char *file, int line, const char *what, const char *format, ...);
#define CHECK(condition, ...)                                          \
    do {                                                               \
        checks++;                                                      \
        if (!(condition))                                              \
            fail(__FILE__, __LINE__, #condition, __VA_ARGS__);         \
    } while (0)

int *m___errno_location(void);
#define m_errno (*m___errno_location())
/* Runs both with errno 0 and compares what they leave there. */
#define BOTH(real, model)            \
    do {                             \
        errno = 0;                   \
        real;                        \
        int e_ = errno;              \
        m_errno = 0;                 \
        model;                       \
        CHECK(m_errno == e_, "errno %d, model %d (%s)", e_, m_errno, #model); \
    } while (0)

void check_strings(void);
void check_ctype(void);
void check_integers(void);
void check_floats(void);
void check_sort(void);
void check_random(void);
void check_process(void);
void check_streams(void);
void check_scanf(void);
void check_getopt(void);
void check_time(void);
void check_math(void);
void check_threads(void);
#endif
