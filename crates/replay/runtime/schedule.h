/* Who runs when: the recorded schedule, forced on a native run.
 *
 * One thread runs at a time, as in exploration: it goes on until it stands before a visible step, waits for
 * another thread's end, or has ended; then the first one that can go on does, and if nobody can, the
 * schedule says who takes its step. Handing over is a futex, so nobody waits by turning in circles. */
#ifndef RETHREAD_SCHEDULE_H
#define RETHREAD_SCHEDULE_H

#include "events.h"
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define HIDDEN __attribute__((visibility("hidden")))
#define NONE UINT32_MAX
#define MOST_THREADS 16384

/* What a step is; `schedule.rs` writes the same numbers. */
enum kind { READ = 1, WRITE, RANGE, FREE, END, EXIT, SECTION, CALL, LEAVE, TIME_OUT, WAIT, SPIN_HERE };

enum status { READY, STANDING, JOINING, BLOCKED, ENDED, STOPPED };

struct thread {
    char name[112];
    uint32_t index, id;
    enum status status;
    int go;
    /* Its next step in the schedule, the step it stands before, and the one it is to stand before at the end. */
    uint32_t next, pending, final;
    int at_end, probed;
    /* Accesses since its last step, if it is to turn in circles at the end. */
    uint32_t turns;
    uint32_t created;
    /* Its stack with its thread-local variables. */
    uintptr_t stack;
    size_t stack_size;
    /* Where it stands, for reports. */
    uintptr_t pc;
    uint64_t joined[MOST_THREADS / 64];
    uint32_t joined_count;
    /* Depth of calls, and the depth at which an atomic section began; 0: in none. */
    uint32_t depth, section;
    pthread_t real;
    void *(*function)(void *);
    void *argument, *result;
    int c11, detached, claimed;
    struct thread *awaits;
    int cancel_requested, cancel_disabled, woken, cancelled_waiting;
    void *condition;
    void *specific[1024];
};

extern HIDDEN __thread struct thread *__rethread_self;

/* Waits for this thread's turn if this is its next visible step. */
HIDDEN void __rethread_point(enum kind kind, uintptr_t pc, const volatile void *at, size_t size);
/* The same for a later step of a call that has several. */
HIDDEN void __rethread_point_inside(uintptr_t pc, const volatile void *at);
/* Takes the steps of a call of the C library, as far as nobody else takes one in between. */
HIDDEN void __rethread_call(uintptr_t pc);
/* The thread cannot go on: somebody else does, until this one is asked to try again. */
HIDDEN void __rethread_blocked(void);
HIDDEN int __rethread_scheduled(void);
/* The thread that the step just taken is to wake; null for none. */
HIDDEN struct thread *__rethread_wakes(void);
/* Is this the step of a wait that wakes up for no reason? */
HIDDEN int __rethread_was_spurious(uint32_t step);
/* Steps taken so far. */
HIDDEN uint32_t __rethread_position(void);
/* Is the next step of this thread that its wait runs out of time? */
HIDDEN int __rethread_next_is_time_out(const struct thread *t);
HIDDEN struct thread *__rethread_new_thread(struct thread *parent);
HIDDEN void __rethread_wait_for_start(struct thread *t);
/* Comes back once somebody joins it. */
HIDDEN void __rethread_thread_ended(struct thread *t);
/* Lets a thread that has ended leave for good. */
HIDDEN void __rethread_let_go(struct thread *t);
HIDDEN void __rethread_hand_over(struct thread *me);
/* Notes that what one did comes before the other, for whoever looks for races: `create` or `join`. */
HIDDEN void __rethread_ordered(struct thread *t, const char *how, struct thread *other);
HIDDEN void __rethread_section_ends(struct thread *t);
HIDDEN void __rethread_joined(struct thread *t, const struct thread *other);
HIDDEN int __rethread_alone(const struct thread *t);
HIDDEN struct thread *__rethread_thread(uint32_t index);
HIDDEN uint32_t __rethread_threads(void);
/* Calls in which the environment may do what it would not do by itself, and what that is; `schedule.rs` writes the
 * same numbers. */
enum call { CREATES = 1, ALLOCATES };
enum happening { NOTHING, CREATE_FAILS, ALLOCATION_FAILS, ADDRESS_AGAIN };
/* What the test says about this call of this thread. */
HIDDEN enum happening __rethread_happens(enum call call, uintptr_t pc);
/* Are there allocations that get a freed address again? */
HIDDEN int __rethread_reuses(void);
/* Ends the run: it left the schedule. */
HIDDEN void __rethread_diverged(const char *what, struct thread *t) __attribute__((noreturn));

#define CALLER ((uintptr_t)__builtin_return_address(0))

#endif
