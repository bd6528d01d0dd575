//! Which accesses may race.

mod common;

use common::{Case, case};
use rethread_analysis::Races;

/// The marks of lines with an access that may race.
fn racing(text: &str) -> String {
    let c: Case = case(text);
    let races = Races::of(&c.program, &c.sharing);
    let racing = |m: &&str| c.sites(m, |_| true).iter().any(|&s| races.may_race(s));
    c.marks().into_iter().filter(racing).collect::<Vec<_>>().join(" ")
}

const TWO: &str =
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); }";

fn two(text: &str) -> String {
    racing(&format!("{text}\n{TWO}"))
}

#[test]
fn locks_keep_threads_apart() {
    let found =
        two("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x, y, z;
        void *f(void *p) {
            pthread_mutex_lock(&m);
            x = 1; /*x*/
            y = 1; /*y*/
            pthread_mutex_unlock(&m);
            z = 1; /*z*/
            return 0; }
        void *g(void *p) {
            pthread_mutex_lock(&m);
            x = 2; /*other x*/
            pthread_mutex_unlock(&m);
            pthread_mutex_lock(&n);
            y = 2; /*other y*/
            pthread_mutex_unlock(&n);
            z = 2; /*other z*/
            return 0; }");
    assert_eq!(found, "y z other y other z");
}

#[test]
fn a_lock_must_be_held_on_every_way() {
    let found = two("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int a, x, y;
        void *f(void *p) {
            if (a) pthread_mutex_lock(&m);
            x = 1; /*x*/
            if (a) pthread_mutex_unlock(&m);
            pthread_mutex_lock(&m);
            while (a) { y = 1; /*y*/
                pthread_mutex_unlock(&m); }
            return 0; }
        void *g(void *p) {
            pthread_mutex_lock(&m);
            x = 2; /*other x*/
            y = 2; /*other y*/
            pthread_mutex_unlock(&m);
            return 0; }");
    assert_eq!(found, "x y other x other y");
}

#[test]
fn locks_of_callers_and_of_callees() {
    let found = two("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x, y, z;
        static void take(void) { pthread_mutex_lock(&m); }
        static void leave(void) { pthread_mutex_unlock(&m); }
        static void inside(void) {
            x++; /*x*/
        }
        static void sometimes(void) {
            y++; /*y*/
        }
        void *f(void *p) { take(); inside(); sometimes();
            z = 1; /*z*/
            leave(); return 0; }
        void *g(void *p) { pthread_mutex_lock(&m); inside(); pthread_mutex_unlock(&m); sometimes();
            take(); leave();
            z = 2; /*other z*/
            return 0; }");
    assert_eq!(found, "y z other z");
}

#[test]
fn readers_and_a_writer() {
    let found = two("pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x, y, r;
        void *f(void *p) {
            pthread_rwlock_rdlock(&l);
            int a = x; /*read*/
            y = a; /*y*/
            pthread_rwlock_unlock(&l);
            return 0; }
        void *g(void *p) {
            pthread_rwlock_wrlock(&l);
            x = 1; /*write*/
            pthread_rwlock_unlock(&l);
            pthread_rwlock_rdlock(&l);
            y = 1; /*other y*/
            pthread_rwlock_unlock(&l);
            return 0; }");
    assert_eq!(found, "y other y");
}

#[test]
fn before_a_thread_is_created_nobody_is_there() {
    let found = racing(
        "int x, y; void *f(void *p) {
            x = 1; /*thread*/
            y = 1; /*y*/
            return 0; }
        int main(void) { pthread_t t;
            x = 0; /*before*/
            pthread_create(&t, 0, f, 0);
            y = 2; /*after*/
            return 0; }",
    );
    assert_eq!(found, "y after");
}

#[test]
fn several_threads_of_one_function() {
    let text = |n: u32| {
        format!(
            "int x; void *f(void *p) {{
                x = 1; /*x*/
                return 0; }}
            int main(void) {{ pthread_t t; for (int i = 0; i < {n}; i++) pthread_create(&t, 0, f, 0); return 0; }}"
        )
    };
    assert_eq!(racing(&text(2)), "x");
}

#[test]
fn atomics_do_not_race_with_each_other() {
    let found = two("#include <stdatomic.h>
        atomic_int a; int x; _Atomic int b;
        void *f(void *p) {
            a = 1; /*a*/
            *(int *)&b = 1; /*plain*/
            return 0; }
        void *g(void *p) {
            a = 2; /*other a*/
            b = 2; /*atomic*/
            return 0; }");
    assert_eq!(found, "plain atomic");
}

#[test]
fn unlocking_whatever_a_pointer_points_to() {
    let found = two("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, *any = &m; int x;
        void *f(void *p) {
            pthread_mutex_lock(&m);
            pthread_mutex_unlock(any);
            x = 1; /*x*/
            return 0; }
        void *g(void *p) {
            pthread_mutex_lock(&m);
            x = 2; /*other*/
            pthread_mutex_unlock(&m);
            return 0; }");
    assert_eq!(found, "x other");
}

#[test]
fn behind_a_join_the_thread_is_gone() {
    let text = |more: &str| {
        format!(
            "int x, y; void *f(void *p) {{
                x = 1; /*thread*/
                return 0; }}
            void *g(void *p) {{
                y = 1; /*other*/
                return 0; }}
            int main(int n, char **v) {{ pthread_t t, u;
                pthread_create(&t, 0, f, 0);
                pthread_create(&u, 0, g, 0);
                {more}
                pthread_join(t, 0);
                x = 2; /*x*/
                y = 2; /*y*/
                pthread_join(u, 0);
                y = 3; /*end*/
                return 0; }}"
        )
    };
    assert_eq!(racing(&text("")), "other y");
    assert_eq!(racing(&text("t = u;")), "thread other x y", "the handle may be another one");
    assert_eq!(racing(&text("if (n > 1) goto x; if (n > 2) { x: x = 7; }")), "thread other y");
    assert_eq!(racing(&text("v = (char **)&t;")), "other y", "a pointer that nobody writes through");
}

#[test]
fn a_join_on_one_way_only() {
    let found = racing(
        "int x; void *f(void *p) {
            x = 1; /*thread*/
            return 0; }
        int main(int n, char **v) { pthread_t t;
            pthread_create(&t, 0, f, 0);
            if (n > 1) pthread_join(t, 0);
            x = 2; /*main*/
            return 0; }",
    );
    assert_eq!(found, "thread main");
}

#[test]
fn a_thread_of_a_thread_goes_on_behind_the_join() {
    let found = racing(
        "int x; void *g(void *p) {
            x = 1; /*grandchild*/
            return 0; }
        void *f(void *p) { pthread_t t; pthread_create(&t, 0, g, 0); return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);
            x = 2; /*main*/
            return 0; }",
    );
    assert_eq!(found, "grandchild main");
}
