// A chained hash table with unknown keys: products, pointers that may point to several objects.
#include <assert.h>
#include <rethread.h>
#include <stdlib.h>

struct node {
    unsigned key;
    int value;
    struct node *next;
};

static struct node *table[16];

static unsigned hash(unsigned key)
{
    key ^= key >> 16;
    key *= 0x45d9f3bu;
    key ^= key >> 16;
    return key & 15;
}

static void put(unsigned key, int value)
{
    for (struct node *n = table[hash(key)]; n; n = n->next)
        if (n->key == key) {
            n->value = value;
            return;
        }
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->value = value;
    n->next = table[hash(key)];
    table[hash(key)] = n;
}

static int get(unsigned key)
{
    for (struct node *n = table[hash(key)]; n; n = n->next)
        if (n->key == key)
            return n->value;
    return -1;
}

int main(void)
{
    unsigned keys[3];
    rethread_symbolic(keys, sizeof keys, "keys");
    for (int i = 0; i < 3; i++)
        put(keys[i], i);
    assert(get(keys[2]) == 2);
    return 0;
}
