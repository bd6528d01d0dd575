/* Failures of the program itself, reported with the call stack they happened in.
 *
 * `reach_error` is strong and linked first: reaching it is the failure, whatever body the program gives
 * it. The rest gives way to the program's own. */
#define _GNU_SOURCE
#include "events.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

static void die(void) __attribute__((noreturn));
static void die(void) {
    /* As abort does: a handler of the program's own runs first. */
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGABRT);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(SIGABRT);
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
    _exit(127);
}

static void failed(const char *file, unsigned line) __attribute__((noreturn));
static void failed(const char *file, unsigned line) {
    char digits[24];
    __rethread_event("assert", file, __rethread_number(digits, line));
    __rethread_stack();
    __rethread_park();
    die();
}

__attribute__((weak)) void __assert_fail(const char *assertion, const char *file, unsigned line,
                                         const char *function) {
    (void)assertion, (void)function;
    failed(file, line);
}

__attribute__((weak)) void abort(void) {
    __rethread_event("abort", NULL, NULL);
    __rethread_stack();
    __rethread_park();
    die();
}

__attribute__((weak)) void klee_abort(void) {
    __rethread_event("abort", NULL, NULL);
    __rethread_stack();
    __rethread_park();
    die();
}

__attribute__((weak)) void klee_report_error(const char *file, int line, const char *message,
                                             const char *suffix) {
    (void)message, (void)suffix;
    failed(file, (unsigned)line);
}

void reach_error(void) { failed("", 0); }

__attribute__((weak)) void __VERIFIER_assert(int condition) {
    if (!condition)
        failed("", 0);
}

__attribute__((weak)) void __VERIFIER_error(void) { failed("", 0); }

#ifdef RETHREAD_SIGNALS
/* Without a sanitizer that explains them, faults are reported from here. */

static void struck(int number, siginfo_t *info, void *context) {
    const ucontext_t *user = context;
    uintptr_t pc = (uintptr_t)user->uc_mcontext.gregs[REG_RIP];
    uintptr_t sp = (uintptr_t)user->uc_mcontext.gregs[REG_RSP];
    uintptr_t at = (uintptr_t)info->si_addr;
    /* A frame that does not fit is touched anywhere between its two ends, and a call just below. */
    int overflow = number == SIGSEGV && at + 65536 >= sp && at < sp + (64u << 20);
    char a[24], b[24];
    __rethread_event(overflow ? "stack-overflow" : "signal", __rethread_number(a, (uint64_t)number),
                     __rethread_number(b, at));
    /* Only a wild jump leaves a readable stack whose top is the return address. */
    __rethread_stack_at(pc, overflow || pc >= 4096 ? 0 : *(const uintptr_t *)sp);
    __rethread_park();
    signal(number, SIG_DFL);
    raise(number);
}

__attribute__((constructor(103))) static void catch_faults(void) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
    stack_t stack = {.ss_size = 1 << 18};
    stack.ss_sp = mmap(NULL, stack.ss_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL) != 0)
        return;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = struck;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}
#endif
