// verdict: ok

/* Dates there and back. */
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
    time_t t = 951782400; /* 29 February 2000 */
    struct tm tm;
    char text[32];
    assert(gmtime_r(&t, &tm) == &tm);
    assert(tm.tm_year == 100 && tm.tm_mon == 1 && tm.tm_mday == 29 && tm.tm_wday == 2 && tm.tm_yday == 59);
    assert(timegm(&tm) == t);
    assert(strftime(text, sizeof text, "%Y-%m-%d %a %H:%M", &tm) == 20);
    assert(strcmp(text, "2000-02-29 Tue 00:00") == 0);
    tm.tm_mday += 1;
    assert(timegm(&tm) == t + 86400 && tm.tm_mon == 2 && tm.tm_mday == 1);
    assert(difftime(t + 5, t) == 5.0);
    return 0;
}
