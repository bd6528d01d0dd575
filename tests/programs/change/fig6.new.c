// verdict: ok
// bug: present assert 34
// runs dpor: 269 0
// runs cia: 55 0
// changed: 31
// deleted:
// impacted: 31 34 35
// feeding: 17 19 29 30 31 39 40 41
/* Paper 000, figure 6: forward {11, 14}, backward {1, 3, 9, 10, 11} in the numbers of the paper. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;

void *one(void *p) {
    x += 2;    // 1
    z = x + 1; // 2
    y = x - 1; // 3
    if (z > 0) // 4
        z = 0; // 5
    else
        z--; // 7
    return 0;
}

void *two(void *p) {
    z++;        // 8
    x -= 2;     // 9
    if (x == 0) // 10
        y += 2; // 11
    else
        z++;        // 13
    assert(y != 2); // 14
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    return 0;
}
