/* Streams as the stdio models see them.
 *
 * The struct is glibc's, because its inline getc_unlocked and feof_unlocked look inside. Nothing is buffered:
 * the read area only ever holds characters pushed back, the write area is always full, so the inline functions
 * come to __uflow and __overflow for everything else.
 */
#ifndef RETHREAD_STREAM_H
#define RETHREAD_STREAM_H

#include "model.h"
#include <bits/types/FILE.h>
#include <bits/types/struct_FILE.h>

enum {
    NO_READS = 0x4,
    NO_WRITES = 0x8,
    AT_END = 0x10,
    FAILED = 0x20,
    END = -1,
};

extern FILE *stdin, *stdout, *stderr;

int __rethread_getc(FILE *);
int __rethread_ungetc(int, FILE *);
/* Writes n bytes; false, errno and the error flag if the stream cannot be written. */
bool __rethread_put(FILE *, const void *, size_t n);
/* The descriptor to write to, or -1 if it cannot be written or is not one of the three. */
int __rethread_output(FILE *);
/* Formats to a stream. */
int __rethread_vfprintf(FILE *, const char *, va_list);
int __rethread_vscan_string(const char *, const char *, va_list);
int __rethread_vscan_stream(FILE *, const char *, va_list);
/* errno.c: the text of an error, in `buffer` if it is made up. */
const char *__rethread_error_message(int e, char *buffer, size_t size);

#endif
