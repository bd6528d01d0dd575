// Any format of up to six characters, with arguments that fit the first conversions.
#include "hiredis.h"
#include "rethread.h"
#include <stdlib.h>

int main(void) {
    char format[7];
    rethread_symbolic(format, sizeof format - 1, "format");
    format[6] = 0;
    char *command;
    if (redisFormatCommand(&command, format, "ab", (size_t)2, "c", (size_t)1) >= 0)
        free(command);
    return 0;
}
