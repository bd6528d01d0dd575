/* errno.h and the messages that go with it: errno itself, strerror, perror's texts, strsignal.
 *
 * Exact: the texts are glibc's for Linux in the C locale.
 */
#include "model.h"

static _Thread_local int error_number;

int *__errno_location(void) { return &error_number; }

static const char *const error_texts[] = {
    "Success",
    "Operation not permitted",
    "No such file or directory",
    "No such process",
    "Interrupted system call",
    "Input/output error",
    "No such device or address",
    "Argument list too long",
    "Exec format error",
    "Bad file descriptor",
    "No child processes",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Permission denied",
    "Bad address",
    "Block device required",
    "Device or resource busy",
    "File exists",
    "Invalid cross-device link",
    "No such device",
    "Not a directory",
    "Is a directory",
    "Invalid argument",
    "Too many open files in system",
    "Too many open files",
    "Inappropriate ioctl for device",
    "Text file busy",
    "File too large",
    "No space left on device",
    "Illegal seek",
    "Read-only file system",
    "Too many links",
    "Broken pipe",
    "Numerical argument out of domain",
    "Numerical result out of range",
    "Resource deadlock avoided",
    "File name too long",
    "No locks available",
    "Function not implemented",
    "Directory not empty",
    "Too many levels of symbolic links",
    "",
    "No message of desired type",
    "Identifier removed",
    "Channel number out of range",
    "Level 2 not synchronized",
    "Level 3 halted",
    "Level 3 reset",
    "Link number out of range",
    "Protocol driver not attached",
    "No CSI structure available",
    "Level 2 halted",
    "Invalid exchange",
    "Invalid request descriptor",
    "Exchange full",
    "No anode",
    "Invalid request code",
    "Invalid slot",
    "",
    "Bad font file format",
    "Device not a stream",
    "No data available",
    "Timer expired",
    "Out of streams resources",
    "Machine is not on the network",
    "Package not installed",
    "Object is remote",
    "Link has been severed",
    "Advertise error",
    "Srmount error",
    "Communication error on send",
    "Protocol error",
    "Multihop attempted",
    "RFS specific error",
    "Bad message",
    "Value too large for defined data type",
    "Name not unique on network",
    "File descriptor in bad state",
    "Remote address changed",
    "Can not access a needed shared library",
    "Accessing a corrupted shared library",
    ".lib section in a.out corrupted",
    "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly",
    "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted",
    "Streams pipe error",
    "Too many users",
    "Socket operation on non-socket",
    "Destination address required",
    "Message too long",
    "Protocol wrong type for socket",
    "Protocol not available",
    "Protocol not supported",
    "Socket type not supported",
    "Operation not supported",
    "Protocol family not supported",
    "Address family not supported by protocol",
    "Address already in use",
    "Cannot assign requested address",
    "Network is down",
    "Network is unreachable",
    "Network dropped connection on reset",
    "Software caused connection abort",
    "Connection reset by peer",
    "No buffer space available",
    "Transport endpoint is already connected",
    "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown",
    "Too many references: cannot splice",
    "Connection timed out",
    "Connection refused",
    "Host is down",
    "No route to host",
    "Operation already in progress",
    "Operation now in progress",
    "Stale file handle",
    "Structure needs cleaning",
    "Not a XENIX named type file",
    "No XENIX semaphores available",
    "Is a named type file",
    "Remote I/O error",
    "Disk quota exceeded",
    "No medium found",
    "Wrong medium type",
    "Operation canceled",
    "Required key not available",
    "Key has expired",
    "Key has been revoked",
    "Key was rejected by service",
    "Owner died",
    "State not recoverable",
    "Operation not possible due to RF-kill",
    "Memory page has hardware error",
};

static const char *const signal_texts[] = {
    "Unknown signal 0",
    "Hangup",
    "Interrupt",
    "Quit",
    "Illegal instruction",
    "Trace/breakpoint trap",
    "Aborted",
    "Bus error",
    "Floating point exception",
    "Killed",
    "User defined signal 1",
    "Segmentation fault",
    "User defined signal 2",
    "Broken pipe",
    "Alarm clock",
    "Terminated",
    "Stack fault",
    "Child exited",
    "Continued",
    "Stopped (signal)",
    "Stopped",
    "Stopped (tty input)",
    "Stopped (tty output)",
    "Urgent I/O condition",
    "CPU time limit exceeded",
    "File size limit exceeded",
    "Virtual timer expired",
    "Profiling timer expired",
    "Window changed",
    "I/O possible",
    "Power failure",
    "Bad system call",
};

static const char *made_up(char *buffer, size_t size, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    __rethread_vformat(-1, buffer, size, format, ap);
    va_end(ap);
    return buffer;
}

static bool has_text(int e) {
    return e >= 0 && (size_t)e < sizeof error_texts / sizeof *error_texts && *error_texts[e];
}

/* The text of an error; a number without one is put into the buffer. */
const char *__rethread_error_message(int e, char *buffer, size_t size) {
    return has_text(e) ? error_texts[e] : made_up(buffer, size, "Unknown error %d", e);
}

char *strerror(int e) {
    static _Thread_local char buffer[32];
    return (char *)__rethread_error_message(e, buffer, sizeof buffer);
}

/* GNU's version: returns the text, which may or may not be in the buffer. */
char *strerror_r(int e, char *buffer, size_t size) {
    return (char *)__rethread_error_message(e, buffer, size);
}

/* POSIX's version. */
int __xpg_strerror_r(int e, char *buffer, size_t size) {
    char other[32];
    const char *text = __rethread_error_message(e, other, sizeof other);
    size_t n = rt_strlen(text);
    if (size) {
        size_t copy = n < size ? n : size - 1;
        memcpy(buffer, text, copy);
        buffer[copy] = 0;
    }
    if (!has_text(e))
        return 22; /* EINVAL */
    return n < size ? 0 : 34 /* ERANGE */;
}

char *strsignal(int s) {
    static _Thread_local char buffer[48];
    if (s > 0 && (size_t)s < sizeof signal_texts / sizeof *signal_texts)
        return (char *)signal_texts[s];
    if (s >= 34 && s <= 64)
        return (char *)made_up(buffer, sizeof buffer, "Real-time signal %d", s - 34);
    return (char *)made_up(buffer, sizeof buffer, "Unknown signal %d", s);
}
