// Text: an expression parser over 6 unknown characters.
#include <ctype.h>
#include <rethread.h>

static const char *at;
static int expression(void);

static int atom(void)
{
    int value = 0;
    if (*at == '(') {
        at++;
        value = expression();
        if (*at == ')')
            at++;
        return value;
    }
    while (isdigit((unsigned char)*at))
        value = value * 10 + (*at++ - '0');
    return value;
}

static int product(void)
{
    int value = atom();
    while (*at == '*' || *at == '/')
        if (*at++ == '*') {
            value *= atom();
        } else {
            int divisor = atom();
            if (divisor)
                value /= divisor;
        }
    return value;
}

static int expression(void)
{
    int value = product();
    while (*at == '+' || *at == '-')
        if (*at++ == '+')
            value += product();
        else
            value -= product();
    return value;
}

int main(void)
{
    char text[7];
    rethread_symbolic(text, sizeof text, "text");
    text[6] = 0;
    at = text;
    int value = expression();
    if (*at)
        return 2;
    if (value == 42)
        return 1;
    return 0;
}
