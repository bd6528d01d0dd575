/* stdlib.h and signal.h: the end of the process, the environment, signals to oneself, the rest of stdlib.h.
 *
 * exit runs the functions of atexit and on_exit, newest first, then ends; destructors are run by the engine's
 * __rethread_exit. The environment is empty at the start (an assumption: run tests with an empty one), and
 * holds what the program put there. signal records handlers; raise calls them; nothing else sends signals.
 */
#include "model.h"
#include <errno.h>

enum { MAX_HANDLERS = 256, MAX_SIGNAL = 64, SIGABRT_NUMBER = 6 };

struct handler {
    enum { PLAIN, WITH_STATUS, WITH_ARGUMENT } kind;
    void *argument;
    union {
        void (*plain)(void);
        void (*with_status)(int, void *);
        void (*with_argument)(void *);
    } call;
};

static struct handler at_exit[MAX_HANDLERS], at_quick[MAX_HANDLERS];
static unsigned at_exit_count, at_quick_count;

static struct handler *add(struct handler *table, unsigned *count) {
    return *count < MAX_HANDLERS ? &table[(*count)++] : 0;
}

int atexit(void (*f)(void)) {
    struct handler *h = add(at_exit, &at_exit_count);
    if (!h)
        return -1;
    h->kind = PLAIN;
    h->call.plain = f;
    return 0;
}

int on_exit(void (*f)(int, void *), void *argument) {
    struct handler *h = add(at_exit, &at_exit_count);
    if (!h)
        return -1;
    h->kind = WITH_STATUS;
    h->call.with_status = f;
    h->argument = argument;
    return 0;
}

int __cxa_atexit(void (*f)(void *), void *argument, void *dso) {
    (void)dso;
    struct handler *h = add(at_exit, &at_exit_count);
    if (!h)
        return -1;
    h->kind = WITH_ARGUMENT;
    h->call.with_argument = f;
    h->argument = argument;
    return 0;
}

int at_quick_exit(void (*f)(void)) {
    struct handler *h = add(at_quick, &at_quick_count);
    if (!h)
        return -1;
    h->kind = PLAIN;
    h->call.plain = f;
    return 0;
}

static void run(struct handler *table, unsigned *count, int status) {
    while (*count) { /* a handler may register another one */
        struct handler h = table[--*count];
        if (h.kind == PLAIN)
            h.call.plain();
        else if (h.kind == WITH_STATUS)
            h.call.with_status(status, h.argument);
        else
            h.call.with_argument(h.argument);
    }
}

_Noreturn void exit(int status) {
    run(at_exit, &at_exit_count, status);
    __rethread_exit(status);
}

_Noreturn void quick_exit(int status) {
    run(at_quick, &at_quick_count, status);
    __rethread_exit_now(status);
}

_Noreturn void _Exit(int status) { __rethread_exit_now(status); }
_Noreturn void _exit(int status) { __rethread_exit_now(status); }

/* environ: one array that grows; strings of setenv are the model's, strings of putenv the program's. */
enum { MAX_ENVIRONMENT = 256 };
static char *variables[MAX_ENVIRONMENT + 1];
char **environ = variables;
extern char **__environ __attribute__((alias("environ")));

static char **find(const char *name, size_t n) {
    if (!environ)
        return 0;
    for (char **e = environ; *e; e++)
        if (rt_strncmp(*e, name, n) == 0 && (*e)[n] == '=')
            return e;
    return 0;
}

char *getenv(const char *name) {
    size_t n = rt_strlen(name);
    char **e = n ? find(name, n) : 0;
    return e ? *e + n + 1 : 0;
}

char *secure_getenv(const char *name) { return getenv(name); }

static int put(char *entry, size_t n) {
    char **e = find(entry, n);
    if (!e) {
        if (!environ)
            environ = variables;
        e = environ;
        while (*e)
            e++;
        if (environ == variables && e == variables + MAX_ENVIRONMENT) {
            rt_errno = ENOMEM;
            return -1;
        }
        e[1] = 0;
    }
    *e = entry;
    return 0;
}

int unsetenv(const char *name) {
    if (!name || !*name || *rt_strchrnul(name, '=')) {
        rt_errno = EINVAL;
        return -1;
    }
    char **e;
    while ((e = find(name, rt_strlen(name))))
        do
            e[0] = e[1];
        while (*e++);
    return 0;
}

int putenv(char *entry) {
    char *equals = rt_strchrnul(entry, '=');
    return *equals ? put(entry, (size_t)(equals - entry)) : unsetenv(entry);
}

int setenv(const char *name, const char *value, int overwrite) {
    if (!name || !*name || *rt_strchrnul(name, '=')) {
        rt_errno = EINVAL;
        return -1;
    }
    size_t n = rt_strlen(name), m = rt_strlen(value);
    if (!overwrite && find(name, n))
        return 0;
    char *entry = malloc(n + m + 2);
    if (!entry)
        return -1;
    memcpy(entry, name, n);
    entry[n] = '=';
    memcpy(entry + n + 1, value, m + 1);
    return put(entry, n);
}

int clearenv(void) {
    environ = 0;
    variables[0] = 0;
    return 0;
}

void *reallocarray(void *p, size_t n, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes)) {
        rt_errno = ENOMEM;
        return 0;
    }
    return realloc(p, bytes);
}

/* Signals. SIG_DFL is 0, SIG_IGN 1, SIG_ERR -1. */
typedef void on_signal(int);
static on_signal *signals[MAX_SIGNAL + 1];

on_signal *signal(int number, on_signal *handler) {
    if (number < 1 || number > MAX_SIGNAL || number == 9 || number == 19) {
        rt_errno = EINVAL;
        return (on_signal *)-1;
    }
    on_signal *old = signals[number];
    signals[number] = handler;
    return old;
}

/* The default action of a signal is to be ignored (17 CHLD, 18 CONT, 23 URG, 28 WINCH) or to end or stop the
 * process, which is an abnormal end like abort. */
int raise(int number) {
    if (number < 1 || number > MAX_SIGNAL) {
        rt_errno = EINVAL;
        return -1;
    }
    on_signal *handler = signals[number];
    if (handler == (on_signal *)1)
        return 0;
    if (handler) {
        handler(number);
        return 0;
    }
    if (number == SIGABRT_NUMBER)
        abort();
    if (number != 17 && number != 18 && number != 23 && number != 28)
        __rethread_bug("abort", "raise of a signal whose default action ends the process");
    return 0;
}
