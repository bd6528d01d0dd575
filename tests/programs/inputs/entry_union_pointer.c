// args: --entry get
// no-replay: an entry with pointers has no native caller
// assumption: pointers that the entry function is given
// verdict: ok

/* The pointer in a union is as good as one in a struct. */
union value {
    int *p;
    long l;
};
struct item {
    int kind;
    union value v;
};

int get(struct item *t) {
    if (t && t->kind == 3 && t->v.p)
        return *t->v.p;
    return 0;
}
