// Related queries: a bubble sort of 6 unknown numbers, all 720 orders.
#include <assert.h>
#include <rethread.h>

#define COUNT 6

int main(void)
{
    int a[COUNT];
    rethread_symbolic(a, sizeof a, "a");
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j + 1 < COUNT - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    for (int i = 0; i + 1 < COUNT; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
