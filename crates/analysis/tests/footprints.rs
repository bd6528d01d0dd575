//! What threads and the rest of functions may touch.

mod common;

use common::{case, case_from, case_with, reads, writes};
use rethread_analysis::Object;

/// Explorers on several cores ask the same facts.
#[test]
fn facts_can_be_asked_from_any_thread() {
    fn anywhere<T: Send + Sync>() {}
    anywhere::<rethread_analysis::Sharing>();
    anywhere::<rethread_analysis::Footprint>();
}

#[test]
fn after_is_what_follows() {
    let c = case(
        "int before, later, deep; void callee(void) { deep = 1; }
        void *f(void *p) { return 0; }
        int main(void) { pthread_t t; before = 1;
            pthread_create(&t, 0, f, 0); /*create*/
            later = 1; callee(); }",
    );
    let after = c.after("create");
    assert!(writes(&after, c.global("later")) && writes(&after, c.global("deep")));
    assert!(!reads(&after, c.global("before")));
    assert!(writes(c.whole("main"), c.global("before")));
}

#[test]
fn in_a_loop_what_was_before_comes_again() {
    let c = case(
        "int before, outside; void *f(void *p) { return 0; }
        int main(void) { pthread_t t; outside = 1; for (int i = 0; i < 3; i++) { before = i;
            pthread_create(&t, 0, f, 0); /*create*/
        } }",
    );
    assert!(writes(&c.after("create"), c.global("before")));
    assert!(!reads(&c.after("create"), c.global("outside")));
}

#[test]
fn branches_that_cannot_be_taken_any_more() {
    let c = case(
        "int x, y, z; void g(void) {} int main(int n, char **v) {
        if (n > 1) {
            g(); /*here*/
            x = 1; } else { y = 1; }
        z = 1; }",
    );
    let after = c.after("here");
    assert!(writes(&after, c.global("x")) && writes(&after, c.global("z")) && !reads(&after, c.global("y")));
}

#[test]
fn a_thread_touches_what_its_threads_touch() {
    let c = case(
        "int x, y; void *g(void *p) { x = 1; return 0; }
        void *f(void *p) { pthread_t t;
            pthread_create(&t, 0, g, 0); /*create*/
            return 0; }
        int main(void) { pthread_t t;
            pthread_create(&t, 0, f, 0); /*first*/
            y = 1; }",
    );
    assert!(writes(c.whole("f"), c.global("x")) && writes(c.whole("main"), c.global("x")));
    assert!(!reads(c.whole("f"), c.global("y")));
    assert!(!reads(&c.after("create"), c.global("x")), "that one was created before");
    assert!(!reads(&c.after("first"), c.global("x")));
}

#[test]
fn the_end_of_a_thread() {
    let c = case(
        "pthread_key_t k; int x; void end(void *p) { x = 1; }
        __attribute__((destructor)) static void last(void) { x = 2; }
        void *f(void *p) { pthread_setspecific(k, p); return 0; }
        void g(void) {}
        int main(void) { pthread_t t; pthread_key_create(&k, end);
            pthread_create(&t, 0, f, &x); /*create*/
            g(); }",
    );
    assert!(writes(c.whole("f"), c.global("x")), "destructors of keys");
    assert!(writes(&c.after("create"), c.global("x")), "destructors of the program");
    assert!(!writes(c.whole("g"), c.global("x")));
}

#[test]
fn what_runs_at_the_end_is_followed_by_the_rest_of_it() {
    let c = case(
        "pthread_key_t a, b; int x, y, early; void g(void) {}
        void end_a(void *p) {
            g(); /*in a*/ }
        void end_b(void *p) { x = 1; }
        __attribute__((constructor)) static void first(void) {
            g(); /*first*/
            early = 1; }
        __attribute__((destructor)) static void last(void) { y = 2; }
        int main(void) { pthread_key_create(&a, end_a); pthread_key_create(&b, end_b); x = 3; }",
    );
    let (a, first) = (c.after("in a"), c.after("first"));
    assert!(writes(&a, c.global("x")) && writes(&a, c.global("y")), "another key, the end of the process");
    assert!(!reads(&a, c.global("early")));
    assert!(writes(&first, c.global("x")) && writes(&first, c.global("early")), "main is still to come");
}

#[test]
fn the_number_of_arguments_is_no_address() {
    let c = case(
        "char *s; int n; void f(void) { *s = 1; }
        int main(int argc, char **argv) { s = argv[1]; n = argc; f(); }",
    );
    assert!(writes(c.whole("f"), Object::ENVIRONMENT));
    assert!(c.sharing.public(Object::ENVIRONMENT));
    let c = case("int n; int main(int argc, char **argv) { n = argc; }");
    assert!(!c.sharing.public(Object::ENVIRONMENT));
}

#[test]
fn where_control_comes_back_everything_may_follow() {
    let text = "int x; int comes_back(void *); void work(void) {}
        int main(void) { long buffer[8];
            if (comes_back(buffer)) x = 1;
            work(); /*work*/
            return 0; }";
    let c = case(text);
    assert!(!writes(&c.after("work"), c.global("x")));
    let c = case_with(text, "main", |program| {
        let f = program.find_function("comes_back").expect("declared");
        program.functions[f.0 as usize].name = "__sigsetjmp".into();
    });
    assert!(writes(&c.after("work"), c.global("x")));
}

#[test]
fn start_functions_chosen_at_run_time() {
    let c = case(
        "void *f(void *p) { return 0; } void *g(void *p) { return 0; } void *h(void *p) { return 0; }
        void *(*table[2])(void *) = { g, h };
        int main(int n, char **v) { pthread_t t;
            pthread_create(&t, 0, n > 1 ? f : g, 0); /*chosen*/
            pthread_create(&t, 0, table[n], 0); /*table*/
        }",
    );
    assert_eq!(c.entries("chosen"), ["f", "g"]);
    assert_eq!(c.entries("table"), ["g", "h"]);
}

#[test]
fn ranges() {
    let c = case(
        "struct s { int a; int b[4]; long c; } s; int i;
        void f(void) { s.a = 1; s.c = s.b[2]; } void g(void) { s.b[i] = 1; }
        void h(void) { memset(&s.b, 0, sizeof s.b); memcpy(&i, &s.a, 4); }
        int main(void) { f(); g(); h(); }",
    );
    let s = c.global("s");
    let f = c.whole("f");
    assert!(f.touches(s, 0, 4, true) && !f.touches(s, 4, 24, true) && f.touches(s, 24, 32, true));
    assert!(f.touches(s, 12, 16, false) && !f.touches(s, 4, 12, false) && !f.touches(s, 16, 24, false));
    assert!(c.whole("g").touches(s, 24, 32, true), "an unknown index may be anywhere");
    let h = c.whole("h");
    assert!(h.touches(s, 4, 20, true) && !h.touches(s, 0, 4, true) && !h.touches(s, 20, 32, false));
    assert!(h.touches(s, 0, 4, false));
}

#[test]
fn objects_are_found_by_what_makes_them() {
    let c = case(
        "int *keep; void f(int *p) { *p = 1; }
        int main(void) {
            int *a = malloc(4); /*a*/
            int *b = malloc(4); /*b*/
            f(a); keep = b; return 0; }",
    );
    let (a, b) = (c.sharing.made_at(c.call("a")).unwrap(), c.sharing.made_at(c.call("b")).unwrap());
    assert_ne!(a, b);
    assert!(writes(c.whole("f"), a) && !reads(c.whole("f"), b));
    assert!(c.sharing.public(b) && !c.sharing.public(a));
    let slot = c.sites("a", |op| matches!(op, rethread_ir::Op::Load { .. }));
    assert!(slot.iter().all(|&s| c.sharing.made_at(s).is_none()));
}

#[test]
fn unknown_pointers_touch_what_escaped() {
    let c = case(
        "void keep(void *); void *give(void); int x, y;
        void f(void) { *(int *)give() = 1; }
        int main(void) { keep(&x); y = 1; f(); }",
    );
    assert!(writes(c.whole("f"), c.global("x")) && !reads(c.whole("f"), c.global("y")));
    assert!(c.whole("f").touches(Object::UNKNOWN, 0, 1, true));
}

#[test]
fn any_function_as_entry() {
    let c = case_from(
        "struct s { struct s *next; void (*call)(struct s *); int x; }; struct s *all; int y;
        void g(struct s *s) { y = 1; }
        void f(struct s *s) { s->next->x = 1; s->call(s); all->x = 2; }",
        "f",
    );
    let whole = c.whole("f");
    assert!(whole.touches(Object::UNKNOWN, 0, 1, true));
    assert!(writes(whole, c.global("y")), "a pointer that is made up may be any function");
}
