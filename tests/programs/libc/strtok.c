// verdict: ok

/* Empty fields are skipped; the separators become terminators. */
#include <assert.h>
#include <string.h>

int main(void) {
    char line[] = ";;a=1; b=22;";
    char *first = strtok(line, "; "), *second = strtok(NULL, "; ");
    assert(strcmp(first, "a=1") == 0 && strcmp(second, "b=22") == 0);
    assert(strtok(NULL, "; ") == NULL);
    char *save, *key = strtok_r(first, "=", &save);
    assert(strcmp(key, "a") == 0 && strcmp(save, "1") == 0);
    char fields[] = "x,,y", *rest = fields;
    assert(strcmp(strsep(&rest, ","), "x") == 0 && *strsep(&rest, ",") == 0);
    assert(strcmp(strsep(&rest, ","), "y") == 0 && rest == NULL);
    return 0;
}
