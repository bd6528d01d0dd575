// verdict: bugs
// bug: bounds 12

#include <stdlib.h>
#include <string.h>

int main(void) {
    char *path = malloc(8);
    if (!path)
        return 0;
    strcpy(path, "/usr");
    strcat(path, "/bin");
    free(path);
    return 0;
}
