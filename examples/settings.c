// A store of settings, "a=1" each, the last one wins.
//
// args: --sym-args 2 3
// verdict: bugs
// bug: use-after-free 54
//
// The default is remembered by pointer; a setting given twice frees what it points to.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4

struct setting {
    char name;
    char *value;
};

static struct setting settings[MOST];
static int used;
static const char *verbosity; // the value of `v`, looked up once

static void set(char name, const char *value)
{
    char *copy = strdup(value);
    if (!copy)
        exit(1);
    for (int i = 0; i < used; i++) {
        if (settings[i].name == name) {
            free(settings[i].value);
            settings[i].value = copy;
            return; // forgets that `verbosity` may point to the old one
        }
    }
    if (used == MOST) {
        free(copy);
        return;
    }
    settings[used].name = name;
    settings[used++].value = copy;
    if (name == 'v')
        verbosity = copy;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *equals = strchr(argv[i], '=');
        if (equals == argv[i] + 1)
            set(argv[i][0], equals + 1);
    }

    if (verbosity && verbosity[0] == '1')
        puts("chatty");

    for (int i = 0; i < used; i++)
        free(settings[i].value);
    return 0;
}
