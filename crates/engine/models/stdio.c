/* stdio.h: the three standard streams. Scanning is in scanf.c; formatting is the engine's __rethread_vformat.
 *
 * Exact for stdin, stdout and stderr, but that stdin is not read ahead: a program that mixes stdio and read(0)
 * sees every byte where glibc may have buffered it. Files are not modelled: fopen has no model, so its result is
 * unknown and the run says so. A stream that is none of the three is a source of unknown bytes and a sink.
 */
#include "stream.h"
#include <errno.h>

enum { PUSHED_BACK = 8 };

struct stream {
    struct _IO_FILE file;
    char pushed[PUSHED_BACK];
};

struct stream _IO_2_1_stdin_ = {.file = {._flags = NO_WRITES, ._fileno = 0}};
struct stream _IO_2_1_stdout_ = {.file = {._flags = NO_READS, ._fileno = 1}};
struct stream _IO_2_1_stderr_ = {.file = {._flags = NO_READS, ._fileno = 2}};
FILE *stdin = &_IO_2_1_stdin_.file;
FILE *stdout = &_IO_2_1_stdout_.file;
FILE *stderr = &_IO_2_1_stderr_.file;

/* Null is a null dereference of the caller; a pointer that is not ours is never looked into. */
static bool is_ours(FILE *f) {
    if (f == &_IO_2_1_stdin_.file || f == &_IO_2_1_stdout_.file || f == &_IO_2_1_stderr_.file)
        return true;
    if (!f)
        rt_touch(f);
    return false;
}

static int unknown_result(const char *name) {
    int r;
    __rethread_unknown(&r, sizeof r, name);
    return r;
}

static int fail(FILE *f) {
    f->_flags |= FAILED;
    rt_errno = EBADF;
    return END;
}

/* Reading. */

int __rethread_getc(FILE *f) {
    if (!is_ours(f)) {
        int c = unknown_result("byte of a file");
        return c < 0 ? END : c & 255;
    }
    if (f->_IO_read_ptr < f->_IO_read_end)
        return (unsigned char)*f->_IO_read_ptr++;
    if (f->_flags & NO_READS)
        return fail(f);
    if (f->_flags & AT_END)
        return END;
    unsigned char c;
    if (__rethread_read(f->_fileno, &c, 1) <= 0) {
        f->_flags |= AT_END;
        return END;
    }
    return c;
}

int __rethread_ungetc(int c, FILE *f) {
    if (!is_ours(f))
        return unknown_result("ungetc");
    if (c == END)
        return END;
    if (f->_flags & NO_READS)
        return END;
    char *start = ((struct stream *)f)->pushed, *end = start + PUSHED_BACK;
    if (!f->_IO_read_ptr)
        f->_IO_read_ptr = f->_IO_read_end = end;
    if (f->_IO_read_ptr == start)
        return END;
    *--f->_IO_read_ptr = (char)c;
    f->_flags &= ~AT_END;
    return (unsigned char)c;
}

int fgetc(FILE *f) { return __rethread_getc(f); }
int getc(FILE *f) { return __rethread_getc(f); }
int _IO_getc(FILE *f) { return __rethread_getc(f); }
int getchar(void) { return __rethread_getc(stdin); }
int fgetc_unlocked(FILE *f) { return __rethread_getc(f); }
int getc_unlocked(FILE *f) { return __rethread_getc(f); }
int getchar_unlocked(void) { return __rethread_getc(stdin); }
int __uflow(FILE *f) { return __rethread_getc(f); }
int ungetc(int c, FILE *f) { return __rethread_ungetc(c, f); }

int getw(FILE *f) {
    int w;
    unsigned char *p = (unsigned char *)&w;
    for (size_t i = 0; i < sizeof w; i++) {
        int c = __rethread_getc(f);
        if (c == END)
            return END;
        p[i] = (unsigned char)c;
    }
    return w;
}

static char *get_line(char *s, int n, FILE *f) {
    if (n <= 0)
        return 0;
    if (n == 1) {
        s[0] = 0;
        return s;
    }
    int i = 0;
    while (i < n - 1) {
        int c = __rethread_getc(f);
        if (c == END)
            break;
        s[i++] = (char)c;
        if (c == '\n')
            break;
    }
    if (i == 0)
        return 0;
    s[i] = 0;
    return s;
}

char *fgets(char *restrict s, int n, FILE *restrict f) { return get_line(s, n, f); }
char *fgets_unlocked(char *restrict s, int n, FILE *restrict f) { return get_line(s, n, f); }

char *gets(char *s) {
    char *p = s;
    int c;
    while ((c = __rethread_getc(stdin)) != END && c != '\n')
        *p++ = (char)c;
    if (c == END && p == s)
        return 0;
    *p = 0;
    return s;
}

static size_t read_items(void *to, size_t size, size_t n, FILE *f) {
    size_t bytes = size * n, i = 0;
    if (bytes == 0)
        return 0;
    for (; i < bytes; i++) {
        int c = __rethread_getc(f);
        if (c == END)
            break;
        ((unsigned char *)to)[i] = (unsigned char)c;
    }
    return i == bytes ? n : i / size;
}

size_t fread(void *restrict to, size_t size, size_t n, FILE *restrict f) { return read_items(to, size, n, f); }
size_t fread_unlocked(void *restrict to, size_t size, size_t n, FILE *restrict f) {
    return read_items(to, size, n, f);
}

static ssize_t get_delimited(char **line, size_t *size, int delimiter, FILE *f) {
    if (!line || !size) {
        rt_errno = EINVAL;
        return -1;
    }
    if (!*line || !*size) {
        *line = realloc(*line, 120);
        if (!*line)
            return -1;
        *size = 120;
    }
    size_t n = 0;
    for (;;) {
        int c = __rethread_getc(f);
        if (c == END)
            break;
        if (n + 2 > *size) {
            size_t larger = 2 * *size;
            char *p = realloc(*line, larger);
            if (!p)
                return -1;
            *line = p;
            *size = larger;
        }
        (*line)[n++] = (char)c;
        if (c == delimiter)
            break;
    }
    if (n == 0)
        return -1;
    (*line)[n] = 0;
    return (ssize_t)n;
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict f) {
    return get_delimited(line, size, delimiter, f);
}
ssize_t __getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict f) {
    return get_delimited(line, size, delimiter, f);
}
ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict f) {
    return get_delimited(line, size, '\n', f);
}

/* Writing. */

bool __rethread_put(FILE *f, const void *s, size_t n) {
    if (!is_ours(f)) {
        for (size_t i = 0; i < n; i++) /* the bytes are still read */
            rt_touch((const char *)s + i);
        return unknown_result("writing a file") >= 0;
    }
    if (f->_flags & NO_WRITES) {
        fail(f);
        return false;
    }
    __rethread_write(f->_fileno, s, n);
    return true;
}

int __rethread_output(FILE *f) { return is_ours(f) && !(f->_flags & NO_WRITES) ? f->_fileno : -1; }

static int put_char(int c, FILE *f) {
    unsigned char b = (unsigned char)c;
    return __rethread_put(f, &b, 1) ? b : END;
}

int fputc(int c, FILE *f) { return put_char(c, f); }
int putc(int c, FILE *f) { return put_char(c, f); }
int _IO_putc(int c, FILE *f) { return put_char(c, f); }
int putchar(int c) { return put_char(c, stdout); }
int fputc_unlocked(int c, FILE *f) { return put_char(c, f); }
int putc_unlocked(int c, FILE *f) { return put_char(c, f); }
int putchar_unlocked(int c) { return put_char(c, stdout); }
int __overflow(FILE *f, int c) { return put_char(c, f); }
int putw(int w, FILE *f) { return __rethread_put(f, &w, sizeof w) ? 0 : END; }

int fputs(const char *restrict s, FILE *restrict f) { return __rethread_put(f, s, rt_strlen(s)) ? 1 : END; }
int fputs_unlocked(const char *restrict s, FILE *restrict f) {
    return __rethread_put(f, s, rt_strlen(s)) ? 1 : END;
}

int puts(const char *s) {
    size_t n = rt_strlen(s);
    if (!__rethread_put(stdout, s, n) || put_char('\n', stdout) == END)
        return END;
    return n < INT_MAX ? (int)n + 1 : INT_MAX;
}

static size_t write_items(const void *from, size_t size, size_t n, FILE *f) {
    size_t bytes = size * n;
    return bytes && __rethread_put(f, from, bytes) ? n : 0;
}

size_t fwrite(const void *restrict from, size_t size, size_t n, FILE *restrict f) {
    return write_items(from, size, n, f);
}
size_t fwrite_unlocked(const void *restrict from, size_t size, size_t n, FILE *restrict f) {
    return write_items(from, size, n, f);
}

void perror(const char *prefix) {
    char other[32];
    const char *text = __rethread_error_message(rt_errno, other, sizeof other);
    if (prefix && *prefix) {
        __rethread_put(stderr, prefix, rt_strlen(prefix));
        __rethread_put(stderr, ": ", 2);
    }
    __rethread_put(stderr, text, rt_strlen(text));
    put_char('\n', stderr);
}

/* State. */

static int flag(FILE *f, int bit, const char *name) {
    return is_ours(f) ? (f->_flags & bit) != 0 : unknown_result(name);
}
int feof(FILE *f) { return flag(f, AT_END, "feof"); }
int feof_unlocked(FILE *f) { return flag(f, AT_END, "feof"); }
int ferror(FILE *f) { return flag(f, FAILED, "ferror"); }
int ferror_unlocked(FILE *f) { return flag(f, FAILED, "ferror"); }

static void clear(FILE *f) {
    if (is_ours(f))
        f->_flags &= ~(AT_END | FAILED);
}
void clearerr(FILE *f) { clear(f); }
void clearerr_unlocked(FILE *f) { clear(f); }

static int number_of(FILE *f) { return is_ours(f) ? f->_fileno : unknown_result("fileno"); }
int fileno(FILE *f) { return number_of(f); }
int fileno_unlocked(FILE *f) { return number_of(f); }

/* Everything is written at once, so there is nothing to flush; all streams for a null pointer. */
static int flush(FILE *f) { return !f || is_ours(f) ? 0 : unknown_result("fflush"); }
int fflush(FILE *f) { return flush(f); }
int fflush_unlocked(FILE *f) { return flush(f); }

int setvbuf(FILE *restrict f, char *restrict buffer, int mode, size_t size) {
    (void)buffer;
    (void)size;
    if (!is_ours(f))
        return unknown_result("setvbuf");
    return mode < 0 || mode > 2 ? -1 : 0;
}
void setbuf(FILE *restrict f, char *restrict buffer) {
    (void)buffer;
    is_ours(f);
}
void setbuffer(FILE *f, char *buffer, size_t size) {
    (void)buffer;
    (void)size;
    is_ours(f);
}
void setlinebuf(FILE *f) { is_ours(f); }

/* A closed standard stream can neither be read nor written. */
int fclose(FILE *f) {
    if (!is_ours(f))
        return unknown_result("fclose");
    f->_flags = NO_READS | NO_WRITES;
    f->_IO_read_ptr = f->_IO_read_end;
    return 0;
}

void flockfile(FILE *f) { is_ours(f); }
void funlockfile(FILE *f) { is_ours(f); }
int ftrylockfile(FILE *f) { return is_ours(f) ? 0 : unknown_result("ftrylockfile"); }
