// How many days does a year have? Two ways to count that should agree.
//
// verdict: bugs
// bug: assert 30
//
// Testing with this year, the next and 1900 finds nothing.

#include <assert.h>
#include <rethread.h>

static int days_in_year(int year)
{
    if (year % 4 == 0 && year % 100 != 0)
        return 366;
    return 365; // and every 400 years?
}

// Days from the first of January of year 1 to the first of January of this one.
static int days_before(int year)
{
    int full = year - 1;
    return full * 365 + full / 4 - full / 100 + full / 400;
}

int main(void)
{
    int year;
    rethread_symbolic(&year, sizeof year, "year");
    rethread_assume(year >= 1583 && year <= 2400);
    assert(days_before(year + 1) - days_before(year) == days_in_year(year));
    return 0;
}
