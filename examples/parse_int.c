// A number from the command line, with a check for too many digits.
//
// args: --sym-args 1 11 --checks +overflow
// verdict: bugs
// bug: overflow 17
//
// Ten digits are not too many for 1999999999 and are too many for 2999999999.

#include <stdio.h>

static int parse(const char *text, int *number)
{
    int value = 0, digits = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        if (++digits > 10)
            return -1;
        value = value * 10 + (*text - '0');
    }
    if (digits == 0 || *text != '\0')
        return -1;
    *number = value;
    return 0;
}

int main(int argc, char **argv)
{
    int number;
    if (argc < 2 || parse(argv[1], &number) != 0) {
        fputs("usage: parse_int NUMBER\n", stderr);
        return 2;
    }
    return number % 2;
}
