/* See schedule.h. RETHREAD_SCHEDULE names a file that `schedule.rs` wrote: which thread takes which step in
 * which order, and which stretches of code are which places. RETHREAD_STEPS names the file to which every
 * step is written as it is taken. */
#define _GNU_SOURCE
#include "schedule.h"
#include <fcntl.h>
#include <linux/futex.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct step {
    uint32_t thread, site, kind, wakes, following, spurious;
};
#ifndef RETHREAD_EXPORTED
struct range {
    uint64_t low, high;
    uint32_t site, pad;
};
#endif
struct environment {
    uint32_t thread, site, what, count;
};
struct file {
    uint32_t names, steps, standing, ranges, flags, environment;
};
enum { STOP_AT_LAST = 1, IS_DEADLOCK = 2, LOOK_AT_THE_DEAD = 4, GO_ON = 8 };
#define NAME 112

static const struct file *file;
static const char *names;
static const struct step *steps, *standing;
static const struct range *ranges;
static uint32_t range_count;
static const struct environment *environment;
/* How often each call was made of which something is said. */
static uint32_t *calls_made;
static uint32_t position;
static int log_file = -1, slow;
static struct thread *threads[MOST_THREADS];
static uint32_t thread_count;
HIDDEN __thread struct thread *__rethread_self;
extern char __executable_start;

const char *__rethread_thread_name(void) {
    return __rethread_self && __rethread_self->index ? __rethread_self->name : NULL;
}

int __rethread_scheduled(void) { return file != NULL; }
struct thread *__rethread_thread(uint32_t index) { return threads[index]; }
uint32_t __rethread_threads(void) { return thread_count; }

static void know_stack(struct thread *t);

static int move_high(int fd) {
    int high = fcntl(fd, F_DUPFD_CLOEXEC, 900);
    if (high < 0)
        return fd;
    close(fd);
    return high;
}

/* Where the file is in memory; null if there is none. */
static const char *find_schedule(void) {
#ifdef RETHREAD_EXPORTED
    return (const char *)rethread_schedule;
#else
    const char *path = getenv("RETHREAD_SCHEDULE"), *log = getenv("RETHREAD_STEPS");
    struct stat info;
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0 || fstat(fd, &info) != 0)
        return NULL;
    const char *at = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (at == MAP_FAILED)
        return NULL;
    if (log)
        log_file = move_high(open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    slow = getenv("RETHREAD_SLOW") != NULL;
    unsetenv("RETHREAD_SLOW");
    unsetenv("RETHREAD_SCHEDULE");
    unsetenv("RETHREAD_STEPS");
    return at;
#endif
}

__attribute__((constructor(104))) static void open_schedule(void) {
    const char *at = find_schedule();
    if (!at)
        return;
    file = (const void *)at;
    names = at + sizeof *file;
    steps = (const void *)(names + (size_t)file->names * NAME);
    standing = steps + file->steps;
    ranges = (const void *)(standing + file->standing);
    environment = (const void *)(ranges + file->ranges);
    calls_made = mmap(NULL, (file->environment + 1) * sizeof *calls_made, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    range_count = file->ranges;
#ifdef RETHREAD_EXPORTED
    ranges = find_ranges(&range_count);
#endif
    __rethread_self = __rethread_new_thread(NULL);
    know_stack(__rethread_self);
}

/* Threads */

struct thread *__rethread_new_thread(struct thread *parent) {
    struct thread *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (t == MAP_FAILED || thread_count == MOST_THREADS)
        return NULL;
    char digits[24];
    if (parent) {
        memcpy(t->joined, parent->joined, sizeof t->joined);
        t->joined_count = parent->joined_count;
        strncpy(t->name, parent->name, NAME - 25);
        strcat(t->name, ".");
        strcat(t->name, __rethread_number(digits, parent->created++));
    } else {
        strcpy(t->name, "main");
    }
    t->index = thread_count;
    t->next = t->final = t->pending = NONE;
    t->id = NONE;
    for (uint32_t i = 0; i < file->names; i++)
        if (strcmp(names + (size_t)i * NAME, t->name) == 0)
            t->id = i;
    for (uint32_t i = 0; i < file->steps && t->next == NONE; i++)
        if (steps[i].thread == t->id)
            t->next = i;
    for (uint32_t i = 0; i < file->standing; i++)
        if (standing[i].thread == t->id)
            t->final = i;
    threads[thread_count++] = t;
    return t;
}

/* From here on everything that the other did is over, and so is all that was over for it. */
void __rethread_joined(struct thread *t, const struct thread *other) {
    t->joined[other->index / 64] |= (uint64_t)1 << other->index % 64;
    t->joined_count = 0;
    for (unsigned i = 0; i <= thread_count / 64; i++) {
        t->joined[i] |= other->joined[i];
        t->joined_count += (uint32_t)__builtin_popcountll(t->joined[i]);
    }
}

int __rethread_alone(const struct thread *t) { return t->joined_count + 1 == thread_count; }

/* The baton */

static void wait_for_go(struct thread *t) {
    while (!__atomic_load_n(&t->go, __ATOMIC_ACQUIRE))
        syscall(SYS_futex, &t->go, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    __atomic_store_n(&t->go, 0, __ATOMIC_RELAXED);
}

static void give(struct thread *t) {
    __atomic_store_n(&t->go, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &t->go, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void know_stack(struct thread *t) {
    pthread_attr_t attributes;
    void *low;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        if (pthread_attr_getstack(&attributes, &low, &t->stack_size) == 0)
            t->stack = (uintptr_t)low;
        pthread_attr_destroy(&attributes);
    }
}

void __rethread_wait_for_start(struct thread *t) {
    know_stack(t);
    wait_for_go(t);
}

/* What lay on the stack of a thread, or was local to it, is gone with it, until the next one gets the room. */
static void look_at_the_dead(uintptr_t at) {
    struct thread *dead = NULL;
    for (uint32_t i = 0; i < thread_count; i++) {
        struct thread *t = threads[i];
        if (at < t->stack || at >= t->stack + t->stack_size)
            continue;
        if (t->status != ENDED)
            return;
        dead = t;
    }
    if (dead) {
        __rethread_event("gone", dead->name, NULL);
        __rethread_stack();
        __rethread_park();
        __rethread_stop();
    }
}

static const char *status_word(const struct thread *t) {
    switch (t->status) {
    case READY: return "ready";
    case STANDING: return "standing";
    case JOINING: return "joining";
    case BLOCKED: return "blocked";
    case ENDED: return "ended";
    case STOPPED: return "stopped";
    }
    return "";
}

/* Everybody, and where they are. */
static void report_threads(void) {
    for (uint32_t i = 0; i < thread_count; i++) {
        char digits[24];
        __rethread_event("thread", threads[i]->name, status_word(threads[i]));
        uintptr_t pc = threads[i]->pc;
        __rethread_event("at", __rethread_number(digits, pc ? pc - (uintptr_t)&__executable_start : 0), NULL);
    }
}

static void report_position(const char *word, const char *text) {
    char digits[24];
    __rethread_event(word, __rethread_number(digits, position), text);
}

void __rethread_diverged(const char *what, struct thread *t) {
    report_position("diverged", what);
    if (t)
        __rethread_event("who", t->name, status_word(t));
    report_threads();
    __rethread_stop();
}

static struct thread *named(uint32_t id) {
    for (uint32_t i = 0; i < thread_count; i++)
        if (threads[i]->id == id)
            return threads[i];
    return NULL;
}

/* Nobody can go on and the schedule is at its end. A thread that is expected to be blocked is asked to try
 * once more: a deadlock is one only if the real objects say so. */
static struct thread *conclude(void) {
    for (uint32_t i = 0; i < thread_count; i++) {
        struct thread *t = threads[i];
        if (t->status == STANDING && t->pending == NONE && !t->at_end)
            return t;
    }
    if (file->flags & IS_DEADLOCK)
        for (uint32_t i = 0; i < thread_count; i++) {
            struct thread *t = threads[i];
            if (t->status == STANDING && t->at_end && !t->probed && (standing[t->final].kind == CALL)) {
                t->probed = 1;
                return t;
            }
        }
    report_position("rest", NULL);
    report_threads();
    __rethread_stop();
}

static struct thread *pick(void) {
    for (uint32_t i = 0; i < thread_count; i++)
        if (threads[i]->status == READY)
            return threads[i];
    if (position == file->steps)
        return conclude();
    const struct step *s = &steps[position];
    struct thread *t = named(s->thread);
    if (!t)
        __rethread_diverged("no such thread", NULL);
    if (t->status != STANDING || t->pending != position)
        __rethread_diverged("elsewhere", t);
    return t;
}

void __rethread_hand_over(struct thread *me) {
    struct thread *t = pick();
    t->status = READY;
    if (t == me)
        return;
    give(t);
    wait_for_go(me);
}

void __rethread_thread_ended(struct thread *t) {
    t->status = ENDED;
    for (uint32_t i = 0; i < thread_count; i++)
        if (threads[i]->status == JOINING && threads[i]->awaits == t)
            threads[i]->status = READY;
    for (uint32_t i = 0; i < thread_count; i++)
        if (threads[i]->status != ENDED) {
            struct thread *next = pick();
            next->status = READY;
            give(next);
            /* Its stack stays as it is until it is joined: others may still look at it. */
            wait_for_go(t);
            return;
        }
    /* The last one; those that nobody joined are still there. */
    exit(0);
}

void __rethread_let_go(struct thread *t) { give(t); }

void __rethread_blocked(void) {
    struct thread *me = __rethread_self;
    me->status = BLOCKED;
    __rethread_hand_over(me);
}

static void take(struct thread *t, uint32_t step, uintptr_t pc, const volatile void *at, size_t size);

/* Called where a failure was reported. While the schedule has steps for others they are taken. */
void __rethread_park(void) {
    struct thread *me = __rethread_self;
    if (!file || !me)
        return;
    /* Variables that ended before. */
    while (me->next != NONE && steps[me->next].kind == END)
        take(me, me->next, me->pc, NULL, 0);
    if (position == file->steps && !(file->flags & GO_ON)) {
        report_position("end", NULL);
        return;
    }
    me->status = STOPPED;
    struct thread *next = pick();
    next->status = READY;
    give(next);
    for (;;)
        wait_for_go(me);
}

/* Places */

static uint32_t site_of(uintptr_t pc) {
    uint64_t offset = pc - 1 - (uintptr_t)&__executable_start;
    uint32_t low = 0, high = range_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (offset >= ranges[middle].high)
            low = middle + 1;
        else
            high = middle;
    }
    return low < range_count && offset >= ranges[low].low ? ranges[low].site : NONE;
}

static enum call call_of(uint32_t what) { return what == CREATE_FAILS ? CREATES : ALLOCATES; }

enum happening __rethread_happens(enum call call, uintptr_t pc) {
    enum happening found = NOTHING;
    if (!file || !file->environment || !__rethread_self)
        return found;
    uint32_t site = site_of(pc);
    for (uint32_t i = 0; i < file->environment; i++) {
        const struct environment *e = &environment[i];
        if (e->thread == __rethread_self->id && e->site == site && call_of(e->what) == call &&
            ++calls_made[i] == e->count)
            found = e->what;
    }
    return found;
}

int __rethread_reuses(void) {
    for (uint32_t i = 0; file && i < file->environment; i++)
        if (environment[i].what == ADDRESS_AGAIN)
            return 1;
    return 0;
}

int __rethread_was_spurious(uint32_t step) { return step < file->steps && steps[step].spurious; }

uint32_t __rethread_position(void) { return position; }

int __rethread_next_is_time_out(const struct thread *t) {
    return t->next != NONE && steps[t->next].kind == TIME_OUT;
}

static int is_step(const struct step *s, enum kind kind, uint32_t site) {
    if (s->kind == SPIN_HERE)
        return s->site == site;
    return (s->kind == kind || (s->kind == TIME_OUT && kind == CALL)) && (kind == EXIT || s->site == site);
}

static void put_log(const char *line) {
    if (log_file >= 0 && write(log_file, line, strlen(line)) < 0)
        log_file = -1;
}

/* `name kind pc address size`: a step, or with NAME empty an access inside the section that is one. */
static void write_log(const char *name, enum kind kind, uintptr_t pc, const volatile void *at, size_t size) {
    char line[256], digits[24];
    uint64_t numbers[] = {kind, pc - (uintptr_t)&__executable_start, (uint64_t)(uintptr_t)at, size};
    strcpy(line, name);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        strcat(line, "\t");
        strcat(line, __rethread_number(digits, numbers[i]));
    }
    strcat(line, "\n");
    put_log(line);
}

void __rethread_ordered(struct thread *t, const char *how, struct thread *other) {
    char line[2 * NAME + 16];
    strcpy(line, t->name);
    strcat(line, "\t");
    strcat(line, how);
    strcat(line, "\t");
    strcat(line, other->name);
    strcat(line, "\n");
    put_log(line);
}

/* A test of a race ends before the last of its accesses: both are then the next thing their threads do. */
static void stop_if_last(void) {
    if (position == file->steps && file->flags & STOP_AT_LAST) {
        report_position("reached", NULL);
        report_threads();
        __rethread_stop();
    }
}

void __rethread_section_ends(struct thread *t) {
    t->section = 0;
    stop_if_last();
}

/* Before the last step of the schedule: for somebody with a debugger. */
__attribute__((noinline)) void __rethread_last_step(void) { __asm__ volatile(""); }

static void take(struct thread *t, uint32_t step, uintptr_t pc, const volatile void *at, size_t size) {
    t->status = STANDING;
    t->pending = step;
    t->pc = pc;
    __rethread_hand_over(t);
    const struct step *s = &steps[step];
    if (slow) {
        static const struct timespec pause = {0, 100000000};
        syscall(SYS_nanosleep, &pause, NULL);
    }
    if (++position == file->steps)
        __rethread_last_step();
    t->pending = NONE;
    t->next = s->following;
    if (s->kind == FREE && file->flags & STOP_AT_LAST)
        size = malloc_usable_size((void *)at);
    if (s->kind == END)
        write_log(t->name, s->kind, pc, (void *)t->stack, t->stack_size);
    else
        write_log(t->name, s->kind, pc, at, size);
    if (s->kind != SECTION)
        stop_if_last();
}

/* A loop that waits for what nobody writes changes nothing by being taken more often, so that it is known by that. Where
 * it reads need not be at the place that the test has for it: that may be the call of what reads. */
#define MANY_TURNS 100000
static int turns_in_circles(struct thread *t) {
    if (t->next != NONE || t->final == NONE || standing[t->final].kind != SPIN_HERE || t->at_end)
        return 0;
    return ++t->turns > MANY_TURNS;
}

static inline void point(enum kind kind, uintptr_t pc, const volatile void *at, size_t size, int inside) {
    struct thread *t = __rethread_self;
    if (t && file->flags & LOOK_AT_THE_DEAD && kind <= RANGE)
        look_at_the_dead((uintptr_t)at);
    if (t && t->section && file->flags & STOP_AT_LAST && kind <= RANGE)
        write_log("", kind, pc, at, size);
    if (!t || t->section || (t->next == NONE && t->final == NONE && kind != EXIT))
        return;
    uint32_t site = site_of(pc);
    /* To be kept where a variable begins or ends: before the first that it does after its last step. */
    int stays = t->next == NONE && t->final != NONE && standing[t->final].kind == END && !t->at_end;
    int turns = turns_in_circles(t);
    stays |= turns;
    if (site == NONE && !stays && kind != EXIT && kind != LEAVE && kind != END && kind != WAIT)
        return;
    if (__rethread_alone(t) && !inside && !turns)
        return;
    uint32_t n = t->next;
    /* The end of a variable has no code of its own: it is over at the latest when a function returns, the
     * thread waits or ends, or at the next step. */
    if (!stays && (kind == END || kind == WAIT || kind == LEAVE)) {
        while (t->next != NONE && steps[t->next].kind == END)
            take(t, t->next, pc, NULL, 0);
        if (kind != LEAVE)
            return;
        n = t->next;
    }
    while (n != NONE && steps[n].kind == END)
        n = steps[n].following;
    if (n != NONE) {
        if (!is_step(&steps[n], kind, site))
            return;
        while (t->next != n)
            take(t, t->next, pc, NULL, 0);
        take(t, n, pc, at, size);
        return;
    }
    if (stays || (t->final != NONE && is_step(&standing[t->final], kind, site) && !t->at_end)) {
        while (t->next != NONE)
            take(t, t->next, pc, NULL, 0);
        t->status = STANDING;
        t->at_end = 1;
        t->pc = pc;
        __rethread_hand_over(t);
    } else if (kind == EXIT) {
        while (t->next != NONE)
            take(t, t->next, pc, NULL, 0);
        t->status = STANDING;
        t->pending = NONE;
        t->pc = pc;
        __rethread_hand_over(t);
    }
}

/* What follows the first step of a call is a step also for a thread that is alone. */
void __rethread_point_inside(uintptr_t pc, const volatile void *at) { point(CALL, pc, at, 8, 1); }

void __rethread_point(enum kind kind, uintptr_t pc, const volatile void *at, size_t size) {
    point(kind, pc, at, size, 0);
}

/* Which bytes it is about is not known here: with no address it is any, as far as races are looked for. */
void __rethread_call(uintptr_t pc) {
    struct thread *t = __rethread_self;
    for (int first = 1; t && !t->section; first = 0) {
        uint32_t before = t->next, n = before;
        while (n != NONE && steps[n].kind == END)
            n = steps[n].following;
        const struct step *s = n != NONE ? &steps[n] : t->final != NONE && !t->at_end ? &standing[t->final] : NULL;
        if (!s || s->kind > RANGE || s->site != site_of(pc) || (!first && n != position))
            return;
        point(s->kind, pc, NULL, UINT32_MAX, 0);
        if (n == NONE || t->next == before)
            return;
    }
}

struct thread *__rethread_wakes(void) {
    const struct step *s = position ? &steps[position - 1] : NULL;
    return s && s->wakes != NONE ? named(s->wakes) : NULL;
}

/* The last that happens in a process: whether it ends before or after others took a step is a choice. */
__attribute__((destructor(101))) static void leave_process(void) {
    if (!file)
        return;
    if (__rethread_self && __rethread_self->status != ENDED)
        __rethread_point(EXIT, 0, NULL, 0);
    report_position("end", NULL);
}
