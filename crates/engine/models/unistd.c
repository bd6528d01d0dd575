/* unistd.h: the few calls that need no file system.
 *
 * Descriptors 0, 1 and 2 are the captured streams and no terminal. Any other descriptor came from a call without
 * a model, so what is done with it has an unknown result. Identities are unknown numbers.
 */
#include "model.h"
#include <errno.h>

static long unknown_long(const char *name) {
    long r;
    __rethread_unknown(&r, sizeof r, name);
    return r;
}

ssize_t write(int fd, const void *from, size_t n) {
    if (fd == 1 || fd == 2) {
        __rethread_write(fd, from, n);
        return (ssize_t)n;
    }
    if (fd < 0) {
        rt_errno = EBADF;
        return -1;
    }
    for (size_t i = 0; i < n; i++)
        rt_touch((const char *)from + i);
    return unknown_long("write");
}

ssize_t read(int fd, void *to, size_t n) {
    if (fd == 0)
        return __rethread_read(0, to, n);
    if (fd < 0) {
        rt_errno = EBADF;
        return -1;
    }
    __rethread_unknown(to, n, "read");
    long r = unknown_long("read");
    return r < 0 ? -1 : (size_t)r > n ? (ssize_t)n : r;
}

int isatty(int fd) {
    rt_errno = fd >= 0 && fd <= 2 ? ENOTTY : EBADF;
    return 0;
}

/* Positive, as the kernel's are. */
static int identity(const char *name) {
    int id = (int)unknown_long(name) & INT_MAX;
    return id + (id == 0);
}
int getpid(void) { return identity("getpid"); }
int getppid(void) { return identity("getppid"); }
unsigned getuid(void) { return (unsigned)unknown_long("getuid"); }
unsigned geteuid(void) { return (unsigned)unknown_long("geteuid"); }
unsigned getgid(void) { return (unsigned)unknown_long("getgid"); }
unsigned getegid(void) { return (unsigned)unknown_long("getegid"); }

int getpagesize(void) { return 4096; }
