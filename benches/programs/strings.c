// The library's string functions on 8 unknown characters.
#include <rethread.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char text[9];
    rethread_symbolic(text, sizeof text, "text");
    text[8] = 0;
    if (!strcmp(text, "help"))
        return 1;
    if (!strcmp(text, "version"))
        return 2;
    if (!strncmp(text, "--", 2))
        return 3;
    if (strlen(text) > 6)
        return 4;
    long value = strtol(text, 0, 0);
    if (value == 1234)
        return 5;
    if (value < 0)
        return 6;
    if (value > 100000)
        return 7;
    return 0;
}
