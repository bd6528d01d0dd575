/* The report of a native run: lines appended to the file that RETHREAD_REPORT names. */
#define _GNU_SOURCE
#include "events.h"
#include <execinfo.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char __executable_start, etext;
const char *__rethread_number(char buffer[24], uint64_t value) {
    char *at = buffer + 23;
    *at = 0;
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    return at;
}

#ifdef RETHREAD_EXPORTED
#include "exported.c"
#else
static int report = -1;

/* As early as possible, and with the first backtrace: that one loads a library and allocates, which a
 * signal handler must not. Output is not buffered, so that none is lost when the program dies. */
__attribute__((constructor(101))) static void begin(void) {
    const char *path = getenv("RETHREAD_REPORT");
    if (path)
        report = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    /* Out of the way of a program that counts its descriptors. */
    if (report >= 0) {
        int high = fcntl(report, F_DUPFD_CLOEXEC, 900);
        if (high >= 0) {
            close(report);
            report = high;
        }
    }
    void *first[4];
    backtrace(first, 4);
    setvbuf(stdout, NULL, _IONBF, 0);
    unsetenv("RETHREAD_REPORT");
}

static void put(const char *text) {
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t written = write(report, text, length);
        if (written <= 0)
            return;
        text += written;
        length -= (size_t)written;
    }
}

void __rethread_event(const char *word, const char *first, const char *second) {
    put(word);
    if (first) {
        put("\t");
        put(first);
    }
    if (second) {
        put("\t");
        put(second);
    }
    put("\n");
}

static void stack_begins(void) { put("stack"); }
static void put_frame(uint64_t offset) {
    char digits[24];
    put("\t");
    put(__rethread_number(digits, offset));
}
static void stack_ends(void) { put("\n"); }

void __rethread_stop(void) { _exit(RETHREAD_STOPPED); }
#endif

static void frame(uintptr_t pc) {
    uintptr_t start = (uintptr_t)&__executable_start;
    if (pc < start || pc >= (uintptr_t)&etext)
        return;
    put_frame(pc - start);
}

void __rethread_stack_at(uintptr_t pc, uintptr_t return_address) {
    void *frames[96];
    int count = backtrace(frames, 96), from = 0;
    /* Calls are one byte before where they return to; only PC itself is exact. */
    stack_begins();
    if (return_address) {
        /* A jump to nowhere: the unwinder does not get past it. */
        frame(return_address - 1);
        from = count;
    } else if (pc) {
        while (from < count && (uintptr_t)frames[from] != pc)
            from++;
        frame(pc);
        from++;
    }
    for (; from < count; from++)
        frame((uintptr_t)frames[from] - 1);
    stack_ends();
}

void __rethread_stack(void) { __rethread_stack_at(0, 0); }
