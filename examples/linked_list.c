// A list that drops every node of a given value, and a tail pointer that nobody told.
//
// verdict: bugs
// bug: double-free 54

#include <rethread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *first, *last;
};

static void append(struct list *list, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->value = value;
    node->next = NULL;
    if (list->last)
        list->last->next = node;
    else
        list->first = node;
    list->last = node;
}

static void drop(struct list *list, int value)
{
    struct node **link = &list->first;
    while (*link) {
        struct node *node = *link;
        if (node->value == value) {
            *link = node->next;
            free(node); // it may have been list->last
        } else {
            link = &node->next;
        }
    }
}

static void clear(struct list *list)
{
    struct node *last = list->last;
    while (list->first && list->first != last) {
        struct node *node = list->first;
        list->first = node->next;
        free(node);
    }
    free(last);
}

int main(void)
{
    int values[3], unwanted;
    rethread_symbolic(values, sizeof values, "values");
    rethread_symbolic(&unwanted, sizeof unwanted, "unwanted");

    struct list list = {0};
    for (int i = 0; i < 3; i++)
        append(&list, values[i]);
    drop(&list, unwanted);
    clear(&list);
    return 0;
}
