#include "check.h"
#include <stdarg.h>
#include <unistd.h>

M(fgetc); M(getchar); M(ungetc); M(fgets); M(fread); M(getline); M(getdelim); M(feof); M(ferror); M(clearerr); M(fileno);
M(puts); M(putchar); M(fputs); M(fputc); M(fwrite); M(perror); M(printf); M(fprintf); M(sprintf); M(snprintf); M(asprintf);
M(write); M(read); M(isatty); M(fflush); M(fclose); M(__uflow); M(__overflow);
extern FILE *m_stdin, *m_stdout, *m_stderr;
int m___sprintf_chk(char *, int, size_t, const char *, ...);
char *m___strcpy_chk(char *, const char *, size_t);

static void rewind_model(const char *bytes, size_t n) {
    input = bytes;
    input_length = n;
    m_clearerr(m_stdin);
    m_stdin->_IO_read_ptr = m_stdin->_IO_read_end;
}

static FILE *open_text(const char *s, size_t n) {
    static FILE *f;
    static char copy[256];
    if (f)
        fclose(f);
    memcpy(copy, s, n);
    f = n ? fmemopen(copy, n, "r") : fopen("/dev/null", "r");
    return f;
}

static void reading(void) {
    const char *s = text(0, "ab\n,", 30);
    size_t n = strlen(s);
    FILE *f = open_text(s, n);
    rewind_model(s, n);
    char *line = 0, *m_line = 0;
    size_t size = 0, m_size = 0;
    for (int i = 0; i < 12; i++) {
        char a[40], b[40];
        memset(a, '#', 40), memset(b, '#', 40);
        int k = (int)pick(8), x, y;
        switch (pick(6)) {
        case 0:
            x = fgetc(f), y = m_fgetc(m_stdin);
            CHECK(x == y, "fgetc of \"%s\"", s);
            if (x != EOF && pick(2)) {
                CHECK(ungetc(x, f) == m_ungetc(x, m_stdin), "ungetc");
            }
            break;
        case 1:
            CHECK(!fgets(a, k, f) == !m_fgets(b, k, m_stdin) && !memcmp(a, b, 40), "fgets %d of \"%s\"", k, s);
            break;
        case 2:
            CHECK(fread(a, 3, (size_t)k, f) == m_fread(b, 3, (size_t)k, m_stdin) && !memcmp(a, b, 40), "fread of \"%s\"", s);
            break;
        case 3:
            x = (int)getline(&line, &size, f), y = (int)m_getline(&m_line, &m_size, m_stdin);
            CHECK(x == y && (x < 0 || (!strcmp(line, m_line) && size == m_size)), "getline of \"%s\"", s);
            break;
        case 4:
            x = (int)getdelim(&line, &size, ',', f), y = (int)m_getdelim(&m_line, &m_size, ',', m_stdin);
            CHECK(x == y && (x < 0 || !strcmp(line, m_line)), "getdelim of \"%s\"", s);
            break;
        default:
            CHECK(!feof(f) == !m_feof(m_stdin) && !m_ferror(m_stdin), "feof of \"%s\"", s);
        }
    }
    free(line);
    free(m_line);
}

static void overflow_sprintf(void) {
    char b[8];
    m___sprintf_chk(b, 1, sizeof b, "%d", 123456789);
}
static void overflow_strcpy(void) {
    char b[8];
    m___strcpy_chk(b, "12345678", sizeof b);
}

static void writing(void) {
    char b[64], *p;
    output_length[1] = output_length[2] = 0;
    CHECK(m_puts("one") == 4 && m_putchar('2') == '2' && m_fputs("three", m_stdout) == 1, "puts");
    CHECK(m_fwrite("fourfour", 4, 2, m_stdout) == 2 && m_printf("%d%s", 5, "six") == 4, "printf");
    CHECK(m_fputc(0xff, m_stderr) == 0xff && m_fprintf(m_stderr, "%c", 'e') == 1 && m_write(2, "w", 1) == 1, "stderr");
    m_errno = ENOENT;
    m_perror("p");
    m_errno = 12345;
    m_perror("");
    CHECK(!strcmp(output[1], "one\n2threefourfour5six"), "\"%s\"", output[1]);
    CHECK(!strcmp(output[2], "\xff" "ewp: No such file or directory\nUnknown error 12345\n"), "\"%s\"", output[2]);
    CHECK(m_sprintf(b, "%05d", 42) == 5 && !strcmp(b, "00042") && m_snprintf(b, 3, "%d", 123456) == 6 && !strcmp(b, "12"), "sprintf");
    CHECK(m_asprintf(&p, "%s-%d", "x", 7) == 3 && !strcmp(p, "x-7"), "asprintf");
    free(p);
    m_errno = 0;
    CHECK(m_fputs("no", m_stdin) == EOF && m_errno == EBADF && m_ferror(m_stdin), "writing to stdin");
    m_clearerr(m_stdin);
    CHECK(m_fprintf(m_stdin, "no") < 0 && m_fgetc(m_stdout) == EOF && m_ferror(m_stdout), "wrong way");
    m_clearerr(m_stdin), m_clearerr(m_stdout);
    CHECK(m_fileno(m_stdin) == 0 && m_fileno(m_stderr) == 2 && m_isatty(1) == 0 && m_fflush(0) == 0, "fileno");
    CHECK(ends(overflow_sprintf) && !strcmp(bug_kind, "bounds"), "sprintf_chk");
    CHECK(ends(overflow_strcpy) && !strcmp(bug_kind, "bounds"), "strcpy_chk");
}

void check_streams(void) {
    for (int i = 0; i < 10000; i++)
        reading();
    writing();
}

M(vsscanf); M(vfscanf);
static int scan_real(const char *s, FILE *f, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int r = s ? vsscanf(s, format, ap) : vfscanf(f, format, ap);
    va_end(ap);
    return r;
}
static int scan_model(const char *s, FILE *f, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int r = s ? m_vsscanf(s, format, ap) : m_vfscanf(f, format, ap);
    va_end(ap);
    return r;
}

static void one_scan(void) {
    static const char *const conversions[] = {
        "%d", "%i", "%u", "%x", "%o", "%hhd", "%hd", "%ld", "%lld", "%zu", "%jd", "%2d", "%3i", "%4x", "%1d", "%s", "%3s",
        "%c", "%3c", "%[ab]", "%[^,]", "%2[a-c0-9]", "%[]a]", "%[^]a]", "%[a-]", "%f", "%lf", "%Lf", "%5lf", "%3f", "%n", "%hhn",
        "%*d", "%*s", "%*[ab]", "%%", "%p", "%g", "%le", "%a", "%5x", "%*c", "%0d", "%2i", "%[+-]",
    };
    static const char *const inputs[] = {
        "0x1F", "077", "-12", "+5", "abc", "a,b", "1e5", "1e", "0x", "0xg", "-", "+", "nan", "inf", "infinity", "infi", "-inf", "1.5",
        ".5", "5.", "0x1.8p3", "99999999999999999999", "-99999999999999999999", "4294967296", "(nil)", "%", "]a", "-x", " ", ",", "\n",
        "1e+", "0x.8", ".", "1.2.3", "18446744073709551615", "-1", "0", "00x1", "nax", "0x1p", "1E5",
    };
    char format[64] = "", s[128] = "";
    for (int i = 1 + (int)pick(4); i > 0; i--) {
        if (pick(4) == 0)
            strcat(format, ((const char *[]){" ", ",", "a", "\n"})[pick(4)]);
        strcat(format, conversions[pick(sizeof conversions / sizeof *conversions)]);
    }
    strcat(format, pick(2) ? "%n" : "");
    for (int i = (int)pick(5); i > 0; i--) {
        strcat(s, inputs[pick(sizeof inputs / sizeof *inputs)]);
        if (pick(2))
            strcat(s, " ");
    }
    const char *p = edge(0, s, strlen(s) + 1);
    _Alignas(16) char a[6][128], b[6][128];
    memset(a, 0, sizeof a), memset(b, 0, sizeof b);
    int x, y, left = 0, m_left = 0;
    FILE *f = 0;
    bool from_string = pick(2);
    errno = m_errno = 0;
    if (from_string) {
        x = scan_real(p, 0, format, a[0], a[1], a[2], a[3], a[4], a[5]);
        y = scan_model(p, 0, format, b[0], b[1], b[2], b[3], b[4], b[5]);
    } else {
        f = open_text(s, strlen(s));
        rewind_model(s, strlen(s));
        x = scan_real(0, f, format, a[0], a[1], a[2], a[3], a[4], a[5]);
        y = scan_model(0, m_stdin, format, b[0], b[1], b[2], b[3], b[4], b[5]);
        left = fgetc(f), m_left = m_fgetc(m_stdin);
    }
    CHECK(x == y, "\"%s\" by \"%s\": %d, model %d", s, format, x, y);
    CHECK(left == m_left, "\"%s\" by \"%s\": leaves %d, model %d", s, format, left, m_left);
    for (int i = 0; i < 6; i++)
        CHECK(!memcmp(a[i], b[i], 128), "\"%s\" by \"%s\": argument %d: %d, model %d", s, format, i, *(int *)a[i], *(int *)b[i]);
}

void check_scanf(void) {
    for (int i = 0; i < 150000; i++)
        one_scan();
    char *p = 0, *q = 0, *long_text = malloc(400);
    memset(long_text, 'x', 399);
    long_text[399] = 0;
    CHECK(scan_model(long_text, 0, "%ms", &p) == 1 && !strcmp(p, long_text), "%%ms");
    CHECK(scan_model("abc", 0, "%m[a-b]%mc", &q, &p) == 2 && !strcmp(q, "ab") && *p == 'c', "%%m[");
    free(q);
    free(long_text);
}
