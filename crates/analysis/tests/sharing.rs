//! Which accesses two threads may meet at.

mod common;

use common::case;

/// Creates a thread of `f` and one of `g` with the argument 0, waits for neither.
const TWO: &str = "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); }";

fn two(text: &str) -> common::Case {
    case(&format!("{text}\n{TWO}"))
}

#[test]
fn a_global_that_two_threads_write() {
    let c = two("int x, y, z, w;
        void *f(void *p) {
            x = 1; /*both*/
            y = 1; /*one*/
            return (void *)(long)z; /*read*/ }
        void *g(void *p) {
            x = 2;
            w = z; /*other*/
            return 0; }");
    assert!(c.sharing.threaded());
    assert!(c.shared("both"));
    assert!(!c.shared("one"), "only one thread touches it");
    assert!(!c.shared("read"), "nobody writes it");
    assert!(!c.shared("other"));
}

#[test]
fn without_threads_nothing_is_shared() {
    let c = case(
        "int x; int main(void) {
        x = 1; /*x*/
        return x; }",
    );
    assert!(!c.sharing.threaded() && !c.shared("x"));
}

#[test]
fn one_reader_and_one_writer() {
    let c = two("int x, y;
        void *f(void *p) {
            x = 1; /*write*/
            return 0; }
        void *g(void *p) {
            y = x; /*read*/
            return 0; }");
    assert!(c.shared("write") && c.shared("read"));
}

#[test]
fn the_heap_of_one_thread_is_its_own() {
    let c = case(
        "struct s { struct s *next; int x; };
        void *f(void *p) {
            struct s *a = malloc(sizeof *a);
            a->x = 1; /*own*/
            a->next = a;
            a->next->x = 2; /*through*/
            free(a); /*free*/
            return 0; }
        int main(void) { pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t, 0, f, 0); }",
    );
    assert!(!c.shared("own") && !c.shared("through") && !c.shared("free"));
}

#[test]
fn the_argument_of_a_thread_is_shared() {
    let c = case(
        "void *f(void *p) {
            *(int *)p = 1; /*thread*/
            return 0; }
        int main(void) { pthread_t t; int *p = malloc(8);
            p[1] = 7; /*beside*/
            pthread_create(&t, 0, f, p);
            p[0] = 2; /*main*/
            free(p); /*free*/ }",
    );
    assert!(c.shared("thread") && c.shared("main"));
    assert!(c.shared("free"), "free writes the whole object");
    assert!(!c.shared("beside"), "only main touches that part");
}

#[test]
fn a_local_that_a_thread_gets() {
    let c = case(
        "void *f(void *p) {
            *(int *)p = 1; /*thread*/
            return 0; }
        int main(void) { pthread_t t; int x = 0, y = 0; int *q = &y;
            pthread_create(&t, 0, f, &x);
            x = 2; /*x*/
            *(volatile int *)q = 3; /*y*/ }",
    );
    assert!(c.shared("thread") && c.shared("x"));
    assert!(!c.shared("y"));
}

#[test]
fn pointers_through_integers() {
    let c = two("int x, y; uintptr_t hidden; unsigned char bytes[8];
        void *f(void *p) {
            *(int *)(hidden ^ 0x5555) = 1; /*integer*/
            return 0; }
        void *g(void *p) {
            hidden = (uintptr_t)&x ^ 0x5555;
            x = 2; /*x*/
            y = 2; /*y*/
            return 0; }");
    assert!(c.shared("integer") && c.shared("x"));
    assert!(!c.shared("y"));
}

#[test]
fn distances_between_pointers() {
    let c = two("int x, y, total; intptr_t away;
        void *f(void *a) { char *text = malloc(10), *end = text;
            while (*end) end++; /*own*/
            total += end - text; free(text);
            *(int *)((intptr_t)&y + away) = 1; /*relative*/
            return 0; }
        void *g(void *a) { char *text = malloc(10), *end = text;
            while (*end) end++; /*other*/
            total += end - text; free(text);
            away = (intptr_t)&x - (intptr_t)&y;
            x = 2; /*x*/
            return 0; }");
    assert!(!c.shared("own") && !c.shared("other"), "a length leads nowhere");
    assert!(c.shared("relative") && c.shared("x"), "but added to an address it does");
}

#[test]
fn pointers_in_halves() {
    let c = two("int x, y; uint32_t low, high;
        void *f(void *a) {
            *(int *)((uint64_t)high << 32 | low) = 1; /*joined*/
            return 0; }
        void *g(void *a) { uintptr_t p = (uintptr_t)&x; low = (uint32_t)p; high = (uint32_t)(p >> 32);
            x = 2; /*x*/
            y = 2; /*y*/
            return 0; }");
    assert!(c.shared("joined") && c.shared("x") && !c.shared("y"));
}

#[test]
fn what_parts_of_pointers_lead_to() {
    let c = two("int x, y; int *p = &x; unsigned char bytes[8]; void (*h)(void);
        void set(void) {
            y = 1; /*called*/ }
        void *f(void *a) { int **q; memcpy(&q, 0, 0); for (int i = 0; i < 8; i++) ((unsigned char *)&q)[i] = bytes[i];
            **q = 1; /*behind*/
            void (*k)(void); for (int i = 0; i < 8; i++) ((unsigned char *)&k)[i] = bytes[i];
            k(); return 0; }
        void *g(void *a) { int **q = &p; for (int i = 0; i < 8; i++) bytes[i] = ((unsigned char *)&q)[i];
            void (*k)(void) = set; for (int i = 0; i < 8; i++) bytes[i] = ((unsigned char *)&k)[i];
            x = 2; /*x*/
            y = 2; /*y*/
            return 0; }");
    assert!(c.shared("behind") && c.shared("x"));
    assert!(c.shared("called") && c.shared("y"));
}

#[test]
fn pointers_byte_by_byte() {
    let c = two("int x; unsigned char bytes[8];
        void *f(void *a) {
            int *p; for (int i = 0; i < 8; i++) ((unsigned char *)&p)[i] = bytes[i];
            *p = 1; /*copied*/
            return 0; }
        void *g(void *a) {
            int *p = &x; for (int i = 0; i < 8; i++) bytes[i] = ((unsigned char *)&p)[i];
            x = 2; /*x*/
            return 0; }");
    assert!(c.shared("copied") && c.shared("x"));
}

#[test]
fn pointers_in_a_struct_that_is_copied() {
    let c = two("int x, y; struct s { long pad; int *px; int *py; } a = { 0, &x, &y }, b;
        void *f(void *p) { struct s l; memcpy(&l, &a, sizeof l); b = l;
            *b.px = 1; /*copied*/
            return 0; }
        void *g(void *p) {
            x = 2; /*x*/
            y = 2; /*y*/
            return 0; }");
    assert!(c.shared("copied") && c.shared("x"));
    assert!(!c.shared("y"), "fields stay apart in copies");
}

#[test]
fn pointers_through_a_union() {
    let c = two("int x; union u { int *p; long l; double d; } u; double d;
        void *f(void *a) { union u v; v.d = d;
            *v.p = 1; /*union*/
            return 0; }
        void *g(void *a) { union u v; v.p = &x; d = v.d;
            x = 2; /*x*/
            return 0; }");
    assert!(c.shared("union") && c.shared("x"));
}

#[test]
fn pointers_through_varargs() {
    let c = two("int x, y;
        void set(int n, ...) { va_list l; va_start(l, n); int *p = 0; while (n--) p = va_arg(l, int *); va_end(l);
            *p = 1; /*set*/ }
        void *f(void *a) { set(1, &x); return 0; }
        void *g(void *a) {
            x = 2; /*x*/
            y = 2; /*y*/
            return 0; }");
    assert!(c.shared("set") && c.shared("x"));
    assert!(!c.shared("y"));
}

#[test]
fn structs_by_value() {
    let c = two("int x; struct big { int *p; long fill[5]; };
        void set(struct big b) {
            *b.p = 1; /*set*/ }
        struct big make(int *p) { struct big b = { p }; return b; }
        void *f(void *a) { set(make(&x)); return 0; }
        void *g(void *a) {
            x = 2; /*x*/
            return 0; }");
    assert!(c.shared("set") && c.shared("x"));
}

#[test]
fn a_table_of_functions() {
    let c = two("int x, y; void set_x(void) {
            x = 1; /*table*/ }
        void nothing(void) {}
        void set_y(void) { y = 1; }
        void (*table[])(void) = { nothing, set_x };
        int which;
        void *f(void *a) { table[which](); return 0; }
        void *g(void *a) {
            x = 2; /*x*/
            y = 2; /*y*/
            return 0; }");
    assert!(c.shared("table") && c.shared("x"));
    assert!(!c.shared("y"), "it is not in the table");
}

#[test]
fn fields_are_told_apart() {
    let c = case(
        "struct s { int a, b; char fill[4000]; int c; };
        void *f(void *p) { struct s *s = p;
            s->a = 1; /*a*/
            return 0; }
        void *g(void *p) { struct s *s = p;
            s->b = 1; /*b*/
            s->c = 1; /*c*/
            return 0; }
        int main(void) { pthread_t t; struct s *s = malloc(sizeof *s);
            pthread_create(&t, 0, f, s); pthread_create(&t, 0, g, s);
            return s->c; /*main*/ }",
    );
    assert!(!c.shared("a") && !c.shared("b"));
    assert!(c.shared("c") && c.shared("main"));
}

#[test]
fn elements_with_known_and_unknown_index() {
    let c = two("int a[8], b[8], i;
        void *f(void *p) {
            a[1] = 1; /*a1*/
            b[1] = 1; /*b1*/
            return 0; }
        void *g(void *p) {
            a[2] = 1; /*a2*/
            b[i] = 1; /*bi*/
            return 0; }");
    assert!(!c.shared("a1") && !c.shared("a2"));
    assert!(c.shared("b1") && c.shared("bi"));
}

#[test]
fn a_pointer_that_walks() {
    let c = two("int a[100];
        void *f(void *p) {
            for (int *q = a; q < a + 100; q++)
                *q = 1; /*walk*/
            return 0; }
        void *g(void *p) {
            a[77] = 1; /*element*/
            return 0; }");
    assert!(c.shared("walk") && c.shared("element"));
}

#[test]
fn a_list_behind_a_global() {
    let c = two("struct n { struct n *next; int x, y; } *head;
        void *f(void *p) { struct n *n = malloc(sizeof *n);
            n->x = 1; /*before*/
            n->y = 1; /*y*/
            n->next = head; head = n; return 0; }
        void *g(void *p) { for (struct n *n = head; n; n = n->next)
            n->x++; /*list*/
            return 0; }");
    assert!(c.shared("before") && c.shared("list"));
    assert!(!c.shared("y"));
}

#[test]
fn a_thread_created_twice_shares_with_itself() {
    let twice = |create: &str| {
        case(&format!(
            "int x; void *f(void *p) {{
                x = 1; /*x*/
                return 0; }}
            {create}"
        ))
        .shared("x")
    };
    assert!(!twice("int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); }"));
    assert!(twice(
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); }"
    ));
    assert!(twice(
        "int main(void) { pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t, 0, f, 0); }"
    ));
    assert!(twice("void c(void) { pthread_t t; pthread_create(&t, 0, f, 0); } int main(void) { c(); c(); }"));
    assert!(!twice("void c(void) { pthread_t t; pthread_create(&t, 0, f, 0); } int main(void) { c(); }"));
    assert!(
        twice(
            "void *g(void *p) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; } \
               int main(void) { pthread_t t; pthread_create(&t, 0, g, 0); pthread_create(&t, 0, g, 0); }"
        ),
        "created by a thread of which there are two"
    );
}

#[test]
fn what_an_unknown_function_got() {
    let c = two("void keep(void *); void *give(void); int x, y; int *p = &x;
        void *f(void *a) { keep(&p);
            y = 1; /*y*/
            return 0; }
        void *g(void *a) {
            *(int *)give() = 1; /*given*/
            x = 2; /*x*/
            return 0; }");
    assert!(c.shared("given") && c.shared("x"), "x is behind what it got");
    assert!(!c.shared("y"));
}

#[test]
fn an_unknown_function_calls_back() {
    let c = two("void later(void (*)(int *)); int x; void back(int *p) {
            x = 1; /*back*/ }
        void *f(void *a) { later(back); return 0; }
        void *g(void *a) {
            x = 2; /*x*/
            return 0; }");
    assert!(c.shared("back") && c.shared("x"));
}

#[test]
fn thread_locals_are_not_shared_until_they_leak() {
    let c = two("_Thread_local int own, leaks; int *p;
        void *f(void *a) {
            own = 1; /*own*/
            leaks = 1; /*leaks*/
            p = &leaks; return 0; }
        void *g(void *a) {
            own = 2; /*other*/
            *p = 1; /*leaked*/
            return 0; }");
    assert!(!c.shared("own") && !c.shared("other"));
    assert!(c.shared("leaks") && c.shared("leaked"));
}

#[test]
fn results_of_threads() {
    let c = case(
        "void *f(void *a) { int *r = malloc(4);
            *r = 1; /*made*/
            if (a) pthread_exit(r); return 0; }
        int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r);
            *(int *)r = 2; /*got*/ }",
    );
    assert!(c.shared("made") && c.shared("got"));
}

#[test]
fn thread_specific_data() {
    let c = case(
        "pthread_key_t k; int x; void end(void *p) {
            *(int *)p = 1; /*end*/ }
        void *f(void *a) { pthread_setspecific(k, &x);
            *(int *)pthread_getspecific(k) = 2; /*get*/
            return 0; }
        int main(void) { pthread_t t; pthread_key_create(&k, end); pthread_create(&t, 0, f, 0);
            x = 1; /*x*/ }",
    );
    assert!(c.shared("end") && c.shared("get") && c.shared("x"));
}

#[test]
fn a_mutex_that_may_be_gone() {
    let c = case(
        "struct s { pthread_mutex_t m; int x; };
        void *f(void *p) { struct s *s = p;
            pthread_mutex_lock(&s->m); /*lock*/
            return 0; }
        int main(void) { pthread_t t; struct s *s = calloc(1, sizeof *s); pthread_create(&t, 0, f, s);
            s->x = 1; /*x*/
            free(s); /*free*/ }",
    );
    assert!(c.shared("lock") && c.shared("free"));
    assert!(!c.shared("x"));
}

#[test]
fn once() {
    let c = two("pthread_once_t o; int x; void init(void) {
            x = 1; /*init*/ }
        void *f(void *a) { pthread_once(&o, init); return 0; }
        void *g(void *a) {
            x = 2; /*x*/
            return 0; }");
    assert!(c.shared("init") && c.shared("x"));
}

#[test]
fn allocators_and_block_copies_through_pointers() {
    let c = two("void *(*make)(size_t) = malloc, *(*more)(void *, size_t) = realloc;
        void *(*move)(void *, const void *, size_t) = memcpy; int *p, x, y; int **list;
        void *f(void *a) {
            int *q = make(4); /*shared*/
            p = q;
            move(q, &y, 4); /*move*/
            int *own = make(4); /*own*/
            *own = 1; /*private*/
            list = make(8); *list = &x; list = more(list, 16);
            return 0; }
        void *g(void *a) {
            *p = 2; /*p*/
            **list = 3; /*list*/
            return 0; }
        int other(void) { return x; }");
    assert!(c.shared("move") && c.shared("p"));
    assert!(!c.shared("private"), "every call makes its own object");
    let object = |mark: &str| c.sharing.made_at(c.call(mark)).expect("an allocation");
    assert!(common::writes(c.whole("g"), object("shared")));
    assert!(!common::reads(c.whole("g"), object("own")));
    assert!(common::writes(c.whole("g"), c.global("x")), "contents move along");
    assert_eq!(c.sharing.made_at(c.call("move")), None);
}

#[test]
fn formats_write_only_where_they_say_so() {
    let printing = |format: &str| {
        two(&format!(
            "int __rethread_vformat(int, char *, size_t, const char *, va_list);
            void print(const char *text, ...) {{ va_list l; va_start(l, text);
                __rethread_vformat(1, 0, 0, text, l); /*print*/
                va_end(l); }}
            int n; char *name;
            void *f(void *a) {{ print({format}, &n); return 0; }}
            void *g(void *a) {{ print({format}, &n); return 0; }}"
        ))
        .shared("print")
    };
    assert!(!printing("\"%p\""));
    assert!(printing("\"%d%n\""));
    assert!(printing("name"), "which may be anything");
}

#[test]
fn realloc_carries_pointers_along() {
    let c = two("int x; int **p;
        void *f(void *a) { p = malloc(8); *p = &x; p = realloc(p, 16); return 0; }
        void *g(void *a) {
            **p = 2; /*behind*/
            x = 1; /*x*/
            return 0; }
        ");
    assert!(c.whole("f").touches(c.global("p"), 0, 8, true));
    assert!(common::writes(c.whole("g"), c.global("x")));
    assert!(!c.shared("x"), "only one thread writes x itself");
}

#[test]
fn the_end_of_a_frame_that_a_thread_looks_into() {
    let c = case(
        "void *f(void *p) { return (void *)(long)
            *(int *)p; /*look*/ }
        void start(void) { pthread_t t; int x = 1; pthread_create(&t, 0, f, &x); }
        int main(void) { start(); }",
    );
    assert!(c.shared("look"));
}
