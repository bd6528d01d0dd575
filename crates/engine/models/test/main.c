/* The primitives natively, and the order of the tests. */
#include "check.h"
#include <setjmp.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>

bool symbolic;
unsigned long checks;
const char *input;
size_t input_length;
char output[3][1 << 16];
size_t output_length[3];
int exit_status;
char bug_kind[32];
static jmp_buf end;

static uint64_t seed = 88172645463325252ULL;
uint64_t pick64(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * 2685821657736338717ULL;
}
uint32_t pick(uint32_t n) { return (uint32_t)((pick64() >> 32) * n >> 32); }

enum { PLACES = 4, PAGE = 4096 };
static char *places[PLACES];

char *edge(int place, const void *bytes, size_t n) {
    if (!places[place]) {
        places[place] = mmap(0, 5 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (places[place] == MAP_FAILED || mprotect(places[place] + 4 * PAGE, PAGE, PROT_NONE))
            abort();
    }
    char *p = places[place] + 4 * PAGE - n;
    memcpy(p, bytes, n);
    return p;
}

char *text(int place, const char *alphabet, size_t max) {
    char buffer[1024];
    size_t n = pick((uint32_t)max + 1), m = strlen(alphabet);
    for (size_t i = 0; i < n; i++)
        buffer[i] = alphabet[pick((uint32_t)m)];
    buffer[n] = 0;
    return edge(place, buffer, n + 1);
}

void fail(const char *file, int line, const char *what, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    printf("%s:%d: %s: ", file, line, what);
    vprintf(format, ap);
    printf("\n");
    va_end(ap);
    fflush(stdout);
    _exit(1);
}

bool __rethread_is_symbolic(uint64_t v) { return (void)v, symbolic; }
void __rethread_write(int fd, const void *p, size_t n) {
    memcpy(output[fd] + output_length[fd], p, n);
    output_length[fd] += n;
    output[fd][output_length[fd]] = 0;
}
int __rethread_vformat(int fd, char *to, size_t n, const char *format, va_list ap) {
    if (fd < 0)
        return vsnprintf(to, n, format, ap);
    int r = vsnprintf(output[fd] + output_length[fd], sizeof output[fd] - output_length[fd], format, ap);
    output_length[fd] += (size_t)r;
    return r;
}
long __rethread_read(int fd, void *to, size_t n) {
    (void)fd;
    if (n > input_length)
        n = input_length;
    memcpy(to, input, n);
    input += n;
    input_length -= n;
    return (long)n;
}
double __rethread_strtod(const char *s, char **e) { return strtod(s, e); }
void __rethread_unknown(void *p, size_t n, const char *name) {
    (void)name;
    for (size_t i = 0; i < n; i++)
        ((char *)p)[i] = (char)pick(256);
}
void __rethread_bug(const char *kind, const char *message) {
    (void)message;
    snprintf(bug_kind, sizeof bug_kind, "%s", kind);
    exit_status = -1;
    longjmp(end, 1);
}
_Noreturn void __rethread_exit(int status) {
    exit_status = status;
    longjmp(end, 1);
}
_Noreturn void __rethread_exit_now(int status) {
    exit_status = status + 1000;
    longjmp(end, 1);
}
bool ends(void (*f)(void)) {
    bug_kind[0] = 0;
    if (setjmp(end))
        return true;
    f();
    return false;
}
/* What scanf does not model would be reported; here it must not be reached. */
void __rethread_scanf_wide_characters(void) { abort(); }
void __rethread_scanf_positional_argument(void) { abort(); }
void __rethread_scanf_long_float(void) { abort(); }

int main(void) {
    static const struct {
        const char *name;
        void (*run)(void);
    } tests[] = {
        {"strings", check_strings}, {"ctype", check_ctype},     {"integers", check_integers}, {"floats", check_floats},
        {"sort", check_sort},       {"random", check_random},   {"process", check_process},   {"streams", check_streams},
        {"scanf", check_scanf},     {"getopt", check_getopt},   {"time", check_time},         {"math", check_math},
        {"threads", check_threads},
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        unsigned long before = checks;
        tests[i].run();
        printf("%-10s %8lu comparisons\n", tests[i].name, checks - before);
        fflush(stdout);
    }
    return 0;
}
