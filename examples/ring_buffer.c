// A ring buffer whose size counter is right and whose write position is not.
//
// args: --sym-stdin 6
// verdict: bugs
// bug: bounds 29
//
// Every byte of standard input is a command: `p` pushes, `g` gets, anything else is ignored.
// It takes four pushes, a get and one more push to see it.

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define CAPACITY 4

struct ring {
    int *slots;
    unsigned head; // next to read
    unsigned tail; // next to write
    unsigned size;
};

static bool push(struct ring *r, int value)
{
    if (r->size == CAPACITY)
        return false;
    if (r->tail > CAPACITY) // should be ==
        r->tail = 0;
    r->slots[r->tail++] = value;
    r->size++;
    return true;
}

static bool get(struct ring *r, int *value)
{
    if (r->size == 0)
        return false;
    *value = r->slots[r->head];
    r->head = (r->head + 1) % CAPACITY;
    r->size--;
    return true;
}

int main(void)
{
    struct ring ring = {.slots = calloc(CAPACITY, sizeof(int))};
    if (!ring.slots)
        return 1;
    int next = 0, value, command;
    while ((command = getchar()) != EOF) {
        if (command == 'p')
            push(&ring, next++);
        else if (command == 'g')
            get(&ring, &value);
    }
    free(ring.slots);
    return 0;
}
