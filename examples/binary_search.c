// Binary search, as it should be: for every sorted array and every key.
//
// verdict: ok

#include <assert.h>
#include <rethread.h>

#define COUNT 6

static int find(const int *sorted, int count, int key)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && sorted[low] == key ? low : -1;
}

int main(void)
{
    int sorted[COUNT], key;
    rethread_symbolic(sorted, sizeof sorted, "sorted");
    rethread_symbolic(&key, sizeof key, "key");
    for (int i = 0; i + 1 < COUNT; i++)
        rethread_assume(sorted[i] < sorted[i + 1]);

    int at = find(sorted, COUNT, key);
    if (at >= 0) {
        assert(sorted[at] == key);
    } else {
        for (int i = 0; i < COUNT; i++)
            assert(sorted[i] != key);
    }
    return 0;
}
