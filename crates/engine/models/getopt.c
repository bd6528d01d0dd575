/* unistd.h and getopt.h: getopt, getopt_long, getopt_long_only.
 *
 * Exact against glibc for what programs use: permutation of operands (and its suppression by '+' or
 * POSIXLY_CORRECT), in-order operands ('-'), missing arguments (':'), optional arguments, abbreviated long
 * options, and the messages. Not modelled: "W;" in the option string.
 */
#include "stream.h"
#include <getopt.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *rest; /* of the cluster of short options being read */
static int first_operand, last_operand;
static enum { PERMUTE, STOP, IN_ORDER } order;
static bool started;
static int offending; /* becomes optopt after every call, whatever the program put there */

char *getenv(const char *);

static void message(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    __rethread_vfprintf(stderr, format, ap);
    va_end(ap);
}

static void reverse(char **argv, int from, int to) {
    while (from < --to) {
        char *swap = argv[from];
        argv[from++] = argv[to];
        argv[to] = swap;
    }
}

/* Moves the operands met so far behind the options read after them. */
static void exchange(char **argv) {
    int options = optind - last_operand;
    reverse(argv, first_operand, last_operand);
    reverse(argv, last_operand, optind);
    reverse(argv, first_operand, optind);
    first_operand += options;
    last_operand = optind;
}

static bool is_operand(const char *arg) { return arg[0] != '-' || arg[1] == 0; }

static int long_option(int argc, char **argv, const char *shorts, const struct option *longs, int *index,
                       bool only, const char *dashes, bool colon) {
    char *end = rt_strchrnul(rest, '=');
    size_t n = (size_t)(end - rest);
    const struct option *found = 0;
    int found_at = 0;
    bool ambiguous = false;
    for (int i = 0; longs[i].name; i++) {
        if (rt_strncmp(longs[i].name, rest, n) != 0)
            continue;
        if (rt_strlen(longs[i].name) == n) {
            found = &longs[i];
            found_at = i;
            ambiguous = false;
            break;
        }
        if (!found) {
            found = &longs[i];
            found_at = i;
        } else if (only || found->has_arg != longs[i].has_arg || found->flag != longs[i].flag ||
                   found->val != longs[i].val) {
            ambiguous = true;
        }
    }
    bool print = opterr && !colon;
    if (ambiguous) {
        if (print) {
            message("%s: option '%s%s' is ambiguous; possibilities:", argv[0], dashes, rest);
            for (int i = 0; longs[i].name; i++)
                if (rt_strncmp(longs[i].name, rest, n) == 0)
                    message(" '%s%s'", dashes, longs[i].name);
            message("\n");
        }
        rest = 0;
        optind++;
        offending = 0;
        return '?';
    }
    if (!found) {
        if (only && argv[optind][1] != '-' && *rt_strchrnul(shorts, *rest))
            return -1; /* it is a short option after all */
        if (print)
            message("%s: unrecognized option '%s%s'\n", argv[0], dashes, rest);
        rest = 0;
        optind++;
        offending = 0;
        return '?';
    }
    optind++;
    rest = 0;
    if (*end) {
        if (!found->has_arg) {
            if (print)
                message("%s: option '%s%s' doesn't allow an argument\n", argv[0], dashes, found->name);
            offending = found->val;
            return '?';
        }
        optarg = end + 1;
    } else if (found->has_arg == 1) {
        if (optind >= argc) {
            if (print)
                message("%s: option '%s%s' requires an argument\n", argv[0], dashes, found->name);
            offending = found->val;
            return colon ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (index)
        *index = found_at;
    if (found->flag) {
        *found->flag = found->val;
        return 0;
    }
    return found->val;
}

/* Stands at the next argument to read: 1 for an operand in order, -1 for the end, 0 for an option. */
static int next_argument(int argc, char **argv) {
    if (last_operand > optind)
        last_operand = optind;
    if (first_operand > optind)
        first_operand = optind;
    if (order == PERMUTE) {
        if (first_operand != last_operand && last_operand != optind)
            exchange(argv);
        else if (last_operand != optind)
            first_operand = optind;
        while (optind < argc && is_operand(argv[optind]))
            optind++;
        last_operand = optind;
    }
    if (optind != argc && rt_strcmp(argv[optind], "--") == 0) {
        optind++;
        if (first_operand != last_operand && last_operand != optind)
            exchange(argv);
        else if (first_operand == last_operand)
            first_operand = optind;
        last_operand = argc;
        optind = argc;
    }
    if (optind == argc) {
        if (first_operand != last_operand)
            optind = first_operand;
        return -1;
    }
    if (is_operand(argv[optind])) {
        if (order == STOP)
            return -1;
        optarg = argv[optind++];
        return 1;
    }
    return 0;
}

static int short_option(int argc, char **argv, const char *shorts, bool colon) {
    char c = *rest++;
    const char *at = rt_strchrnul(shorts, c);
    if (!*rest)
        optind++;
    if (!*at || c == ':' || c == ';') {
        if (opterr && !colon)
            message("%s: invalid option -- '%c'\n", argv[0], c);
        offending = c;
        return '?';
    }
    if (at[1] != ':')
        return c;
    if (*rest) {
        optarg = rest;
        optind++;
    } else if (at[2] == ':') {
        optarg = 0;
    } else if (optind == argc) {
        if (opterr && !colon)
            message("%s: option requires an argument -- '%c'\n", argv[0], c);
        offending = c;
        c = colon ? ':' : '?';
    } else {
        optarg = argv[optind++];
    }
    rest = 0;
    return c;
}

static int parse(int argc, char **argv, const char *shorts, const struct option *longs, int *index, bool only,
                 bool posix) {
    if (argc < 1)
        return -1;
    optarg = 0;
    if (optind == 0 || !started) {
        if (optind == 0)
            optind = 1;
        first_operand = last_operand = optind;
        rest = 0;
        order = *shorts == '-' ? IN_ORDER : posix || *shorts == '+' || getenv("POSIXLY_CORRECT") ? STOP : PERMUTE;
        started = true;
    }
    if (*shorts == '-' || *shorts == '+')
        shorts++;
    bool colon = *shorts == ':';
    if (!rest || !*rest) {
        int r = next_argument(argc, argv);
        if (r)
            return r;
        if (longs) {
            const char *arg = argv[optind];
            if (arg[1] == '-') {
                rest = argv[optind] + 2;
                return long_option(argc, argv, shorts, longs, index, only, "--", colon);
            }
            if (only && (arg[2] || !*rt_strchrnul(shorts, arg[1]))) {
                rest = argv[optind] + 1;
                r = long_option(argc, argv, shorts, longs, index, only, "-", colon);
                if (r != -1)
                    return r;
            }
        }
        rest = argv[optind] + 1;
    }
    return short_option(argc, argv, shorts, colon);
}

static int read_option(int argc, char **argv, const char *shorts, const struct option *longs, int *index, bool only,
                       bool posix) {
    int r = parse(argc, argv, shorts, longs, index, only, posix);
    optopt = offending;
    return r;
}

int getopt(int argc, char *const *argv, const char *shorts) {
    return read_option(argc, (char **)argv, shorts, 0, 0, false, false);
}
/* What getopt is called under strict POSIX macros: operands end the options. */
int __posix_getopt(int argc, char *const *argv, const char *shorts) {
    return read_option(argc, (char **)argv, shorts, 0, 0, false, true);
}
int getopt_long(int argc, char *const *argv, const char *shorts, const struct option *longs, int *index) {
    return read_option(argc, (char **)argv, shorts, longs, index, false, false);
}
int getopt_long_only(int argc, char *const *argv, const char *shorts, const struct option *longs, int *index) {
    return read_option(argc, (char **)argv, shorts, longs, index, true, false);
}
