/* A test that stands for itself: inputs, arguments, standard input and schedule are in the file that `export.rs` wrote
 * around the runtime, and what happens is said to whoever runs it. The exit status is 1 if the failure shows, 4 if
 * the run leaves the path of the test, else the program's own. */
#define _GNU_SOURCE
#include "lines.c"
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>

enum { FAILURE_SHOWS = 1, LEFT_THE_PATH = 4 };
static int exit_status = FAILURE_SHOWS;
/* Where the event that is being told happens was not said yet. */
static int wants_place;

static void say(const char *text) {
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t written = write(2, text, length);
        if (written <= 0)
            return;
        text += written;
        length -= (size_t)written;
    }
}

static int is_own(const struct line_row *row) {
    const char *own = strrchr(__FILE__, '/'), *name = strrchr(row->name, '/');
    return strcmp(name ? name + 1 : row->name, own ? own + 1 : __FILE__) == 0;
}

static int say_place(const char *before, uint64_t offset) {
    char digits[24];
    const struct line_row *row = row_of(offset);
    if (!row || is_own(row))
        return 0;
    say(before);
    say(row->name);
    say(":");
    say(__rethread_number(digits, row->line));
    return 1;
}

static void stack_begins(void) { wants_place = 1; }
static void put_frame(uint64_t offset) {
    if (wants_place && say_place("rethread:   at ", offset)) {
        wants_place = 0;
        say("\n");
    }
}
static void stack_ends(void) { wants_place = 0; }

static const struct {
    const char *word, *text;
    int status;
} words[] = {
    {"assert", "an assertion fails", FAILURE_SHOWS},
    {"abort", "abort", FAILURE_SHOWS},
    {"assume", "a false assume", LEFT_THE_PATH},
    {"missing", "the program asks for an input that the test does not have:", LEFT_THE_PATH},
    {"size", "the program asks for an input with another size:", LEFT_THE_PATH},
    {"global", "the program has no global", LEFT_THE_PATH},
    {"memory", "there is no memory for the runtime", LEFT_THE_PATH},
    {"misuse", "lock misuse:", FAILURE_SHOWS},
    {"gone", "use of what was a thread's, which has ended:", FAILURE_SHOWS},
    {"stack-overflow", "stack overflow", FAILURE_SHOWS},
    {"signal", "a fault, signal", FAILURE_SHOWS},
    {"rest", "deadlock: nobody can go on", FAILURE_SHOWS},
    {"reached", "race: the second of two accesses is about to be made, and nothing orders them", FAILURE_SHOWS},
    {"diverged", "the run leaves the schedule after step", LEFT_THE_PATH},
    {"who", "  thread", LEFT_THE_PATH},
};

/* Threads that have ended are not told of. */
static int is_told;

void __rethread_event(const char *word, const char *first, const char *second) {
    if (strcmp(word, "at") == 0) {
        if (is_told)
            say_place(" at ", strtoull(first, NULL, 10) - 1);
        if (is_told)
            say("\n");
        return;
    }
    if (strcmp(word, "thread") == 0) {
        is_told = strcmp(second, "ended") != 0;
        if (is_told) {
            say("rethread:   thread ");
            say(first);
            say(" is ");
            say(second);
        }
        return;
    }
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i].word) != 0)
            continue;
        exit_status = words[i].status;
        say("rethread: ");
        say(words[i].text);
        int bare = strcmp(word, "rest") == 0 || strcmp(word, "reached") == 0 || (first && !*first);
        if (first && !bare) {
            say(strcmp(word, "assert") == 0 ? " at " : " ");
            say(first);
        }
        if (second && !bare) {
            say(strcmp(word, "assert") == 0 ? ":" : " ");
            say(second);
        }
        say("\n");
    }
}

void __rethread_stop(void) { _exit(exit_status); }

/* Standard input is the test's. */
static void give_input(void) {
    int fd = (int)syscall(SYS_memfd_create, "stdin", 0);
    if (fd < 0 || write(fd, rethread_stdin, rethread_stdin_size) < 0 || lseek(fd, 0, SEEK_SET) != 0)
        return;
    dup2(fd, 0);
    close(fd);
}

__attribute__((constructor(101))) static void begin(void) {
    void *first[4];
    backtrace(first, 4);
    setvbuf(stdout, NULL, _IONBF, 0);
    give_input();
    read_lines();
    say("rethread: replaying a test that ends with " RETHREAD_END "\n");
}

int __real_main(int, char **, char **);
/* The test's own command line, behind the program's name. */
static int call_main(char **arguments, char **environment) {
    static char *own[sizeof rethread_args / sizeof *rethread_args + 1];
    int count = 0;
    own[count++] = arguments[0];
    for (const char *const *from = rethread_args; *from; from++)
        own[count++] = (char *)*from;
    return __real_main(count, own, environment);
}

#ifdef RETHREAD_SCHEDULED
struct range {
    uint64_t low, high;
    uint32_t site, pad;
};

/* One is spelled as it was given, the other as the compiler was told. */
static int is_file(const struct line_row *row, const char *given) {
    const char *name = strrchr(row->name, '/'), *base = strrchr(given, '/');
    name = name ? name + 1 : row->name;
    base = base ? base + 1 : given;
    return strcmp(name, base) == 0 && !is_own(row);
}

/* The code of the places that the schedule names. */
static const struct range *find_ranges(uint32_t *count) {
    struct range *found = room((row_count + 1) * sizeof *found);
    for (size_t i = 0; found && i < row_count; i++)
        for (uint32_t s = 0; s < sizeof rethread_sites / sizeof *rethread_sites; s++) {
            int column = rethread_sites[s].spin || rethread_sites[s].column == rows[i].column;
            if (!column || rethread_sites[s].line != rows[i].line || !is_file(&rows[i], rethread_sites[s].file))
                continue;
            found[(*count)++] = (struct range){rows[i].low, rows[i].high, s, 0};
            break;
        }
    return found;
}
#else
int __wrap_main(int count, char **arguments, char **environment) {
    (void)count;
    return call_main(arguments, environment);
}
#endif
