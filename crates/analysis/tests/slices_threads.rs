//! Slices of programs with threads: interference, synchronisation, what comes before what.

mod common;

use common::{Case, case};

fn program(text: &str) -> Case {
    case(&format!("#include <assert.h>\n#include <semaphore.h>\n{text}"))
}

/// Creates a thread of `f` and one of `g`, and waits for neither.
const TWO: &str = "int main(void) { pthread_t t, u;
    pthread_create(&t, 0, f, 0); /*create f*/
    pthread_create(&u, 0, g, 0); /*create g*/
    return 0; }";

fn two(text: &str) -> Case {
    program(&format!("{text}\n{TWO}"))
}

/// Conc-iSE, figure 6.
#[test]
fn the_paper_s_change() {
    let c = two("int x, y, z;
        void *f(void *p) {
            x += 2; /*1*/
            z = x + 1; /*2*/
            y = x - 1; /*3*/
            if (z > 0) /*4*/
                z = 0; /*5*/
            else
                z--; /*7*/
            return 0; }
        void *g(void *p) {
            z++; /*8*/
            x -= 2; /*9*/
            if (x == 0) /*10*/
                y += 1; /*11*/
            else
                z++; /*13*/
            assert(y != 2); /*14*/
            return 0; }");
    let d = c.sliced();
    assert_eq!(d.backward("11"), "1 3 9 10 create f create g");
    assert_eq!(d.forward("11"), "14");
}

/// Conc-iSE, figure 7.
#[test]
fn a_thread_that_does_not_exist_yet() {
    let text = |once: &str| {
        format!(
            "int x, y;
            void *two(void *p) {{
                x = 5; /*write*/
                return 0; }}
            void *one(void *p) {{ pthread_t t;
                y = x; /*read*/
                pthread_create(&t, 0, two, 0); /*create*/
                y = x; /*later*/
                return 0; }}
            int main(void) {{ pthread_t t; {once} pthread_create(&t, 0, one, 0); return 0; }}"
        )
    };
    let c = program(&text(""));
    let d = c.sliced();
    assert_eq!(d.backward("read"), "");
    assert_eq!(d.backward("later"), "write create");
    let c = program(&text("for (int i = 0; i < 2; i++)"));
    assert_eq!(
        c.sliced().backward("read"),
        "write create",
        "of two such threads one may read what the other wrote"
    );
}

#[test]
fn what_another_thread_writes() {
    let c = two("int x, y, r, s;
        void *f(void *p) {
            x = 1; /*x*/
            y = 1; /*y*/
            return 0; }
        void *g(void *p) {
            r = x; /*r*/
            s = 1; /*s*/
            return 0; }");
    let d = c.sliced();
    assert_eq!(d.backward("r"), "x create f create g");
    assert_eq!(d.backward("s"), "create f create g", "the handle of f is passed before g is created");
    assert_eq!(d.forward("x"), "r");
}

#[test]
fn what_only_one_thread_can_reach() {
    let c = program(
        "int a;
        void *f(void *p) { int *m = malloc(8);
            m[0] = a; /*mine*/
            a = m[0]; /*back*/
            return 0; }
        int main(void) { pthread_t t; int *m = malloc(8);
            pthread_create(&t, 0, f, 0);
            m[0] = 1; /*main*/
            return 0; }",
    );
    assert_eq!(c.sliced().backward("back"), "mine");
}

#[test]
fn locks() {
    let c = two("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int a, x, r;
        void *f(void *p) {
            if (a) /*if*/
                pthread_mutex_lock(&m); /*lock*/
            x = 1; /*one*/
            x = 2; /*two*/
            if (a) /*again*/
                pthread_mutex_unlock(&m); /*unlock*/
            pthread_mutex_lock(&n); /*other*/
            pthread_mutex_unlock(&n); /*other unlock*/
            return 0; }
        void *g(void *p) {
            pthread_mutex_lock(&m); /*mine*/
            r = x; /*read*/
            pthread_mutex_unlock(&m); /*mine unlock*/
            return 0; }");
    let d = c.sliced();
    let read = d.backward("read");
    assert_eq!(read, "if lock one two again unlock mine mine unlock create f create g");
}

#[test]
fn a_thread_that_stops_keeps_its_locks() {
    let c = two("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int a, b, x, r; int *p;
        void *f(void *q) {
            pthread_mutex_lock(&m); /*lock*/
            if (a) /*if*/
                x = *p; /*may fail*/
            if (b) /*harmless*/
                x = 1; /*x*/
            pthread_mutex_unlock(&m); /*unlock*/
            return 0; }
        void *g(void *q) {
            pthread_mutex_lock(&m); /*mine*/
            r = 1; /*r*/
            return 0; }");
    assert_eq!(c.sliced().backward("r"), "lock if may fail unlock mine create f create g");
}

#[test]
fn waiting_for_a_signal() {
    let c = two("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t v = PTHREAD_COND_INITIALIZER;
        int a, b, ready, r;
        void *f(void *q) {
            if (a) /*if a*/
                ready = 1; /*ready*/
            if (b) /*if b*/
                pthread_cond_signal(&v); /*signal*/
            return 0; }
        void *g(void *q) {
            pthread_mutex_lock(&m); /*lock*/
            while (!ready) /*while*/
                pthread_cond_wait(&v, &m); /*wait*/
            r = 1; /*r*/
            return 0; }");
    assert_eq!(c.sliced().backward("r"), "if a ready if b signal lock while wait create f create g");
}

#[test]
fn semaphores_and_barriers() {
    let c = two("sem_t s; pthread_barrier_t b; int a, c, r, t, u;
        void *f(void *q) {
            if (a) /*if a*/
                sem_post(&s); /*post*/
            if (c) /*if c*/
                u = 1; /*u*/
            pthread_barrier_wait(&b); /*theirs*/
            return 0; }
        void *g(void *q) {
            t = 1; /*t*/
            sem_wait(&s); /*wait*/
            r = 1; /*r*/
            pthread_barrier_wait(&b); /*mine*/
            r = 2; /*end*/
            return 0; }");
    let d = c.sliced();
    assert_eq!(d.backward("t"), "create f create g");
    assert_eq!(d.backward("r"), "if a post wait create f create g");
    assert_eq!(d.backward("end"), "if a post theirs wait mine create f create g");
}

#[test]
fn joining_depends_on_the_end_of_the_thread() {
    let c = program(
        "int a, b, x, r, s; int *q;
        void *f(void *p) {
            if (a) /*if a*/
                x = *q; /*may fail*/
            if (b) /*if b*/
                x = 2; /*x*/
            return 0; }
        int main(void) { pthread_t t;
            pthread_create(&t, 0, f, 0); /*create*/
            s = 1; /*before*/
            pthread_join(t, 0); /*join*/
            r = 1; /*after*/
            return 0; }",
    );
    let d = c.sliced();
    assert_eq!(d.backward("before"), "create");
    assert_eq!(d.backward("after"), "if a may fail create join");
}

/// Whether an access of one thread fails may depend on what another one has freed, or returned from.
#[test]
fn memory_that_another_thread_takes_away() {
    let c = program(
        "int a, r, s; int *p; sem_t w;
        void *f(void *q) {
            if (a) /*if*/
                free(p); /*free*/
            return 0; }
        void *g(void *q) {
            *p = 1; /*store*/
            r = 1; /*r*/
            return 0; }
        void *h(void *q) {
            s = *(int *)q; /*read*/
            s = 2; /*s*/
            return 0; }
        static void start(void) { pthread_t t; int mine = 0;
            pthread_create(&t, 0, h, &mine); /*create h*/
            sem_wait(&w); /*wait*/
        }
        int main(void) { pthread_t t, u;
            p = malloc(4); /*p*/
            pthread_create(&t, 0, f, 0); /*create f*/
            pthread_create(&u, 0, g, 0); /*create g*/
            start();
            return 0; }",
    );
    let d = c.sliced();
    assert_eq!(d.backward("r"), "if free store p create f create g");
    assert_eq!(d.backward("s"), "read create h wait create f create g");
}

#[test]
fn what_comes_behind_a_join_is_too_late() {
    let c = program(
        "int x, r;
        void *f(void *p) {
            r = x; /*read*/
            return 0; }
        int main(void) { pthread_t t;
            pthread_create(&t, 0, f, 0); /*create*/
            x = 1; /*beside*/
            pthread_join(t, 0); /*join*/
            x = 2; /*behind*/
            return 0; }",
    );
    assert_eq!(c.sliced().backward("read"), "create beside");
}

#[test]
fn results_of_threads() {
    let c = program(
        "int a, b; long r; void *result;
        void *f(void *p) {
            long x = a; /*x*/
            b = 1; /*b*/
            return (void *)x; }
        int main(void) { pthread_t t;
            pthread_create(&t, 0, f, 0); /*create*/
            pthread_join(t, &result); /*join*/
            r = (long)result; /*r*/
            return 0; }",
    );
    assert_eq!(c.sliced().backward("r"), "x create join");
}

#[test]
fn what_a_thread_is_given() {
    let c = program(
        "long a, b, r;
        void *f(void *p) {
            r = (long)p; /*r*/
            return 0; }
        int main(void) { pthread_t t;
            long x = a; /*a*/
            long y = b; /*b*/
            pthread_create(&t, 0, f, (void *)x); /*create*/
            a = y; /*y*/
            return 0; }",
    );
    assert_eq!(c.sliced().backward("r"), "a create");
}

#[test]
fn waiting_in_a_loop() {
    let c = two("#include <stdatomic.h>
        atomic_int flag; int a, r;
        void *f(void *p) {
            if (a) /*if*/
                flag = 1; /*flag*/
            return 0; }
        void *g(void *p) {
            while (!flag) {} /*spin*/
            r = 1; /*r*/
            return 0; }");
    assert_eq!(c.sliced().backward("r"), "if flag spin create f create g");
}

#[test]
fn the_end_of_the_process_can_always_come_later() {
    let c = two("int a, r;
        void *f(void *p) {
            if (a) /*if*/
                exit(0); /*exit*/
            a = 2; /*after*/
            return 0; }
        void *g(void *p) {
            r = 1; /*r*/
            return 0; }");
    let d = c.sliced();
    assert_eq!(d.backward("r"), "create f create g");
    assert_eq!(d.backward("after"), "if exit create f");
}

#[test]
fn sections_that_nobody_steps_into() {
    let c = two("void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); int a, x, r;
        void *f(void *p) {
            if (a) /*if*/
                __VERIFIER_atomic_begin(); /*begin*/
            x = 1; /*one*/
            x = 2; /*two*/
            if (a) /*again*/
                __VERIFIER_atomic_end(); /*end*/
            return 0; }
        void *g(void *p) {
            r = x; /*r*/
            return 0; }");
    assert_eq!(c.sliced().backward("r"), "if begin one two again end create f create g");
}

#[test]
fn cancelled_threads_are_not_understood() {
    let c = program(
        "int r; void *f(void *p) { r = 1; /*r*/ return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
            pthread_cancel(t); /*cancel*/ }",
    );
    let d = c.sliced();
    assert!(d.dependences.gave_up());
    assert_eq!(d.backward("r"), "cancel");
}

#[test]
fn what_a_deadlock_depends_on() {
    let c = two("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int a, b, c, d, x; int *q;
        void *f(void *p) {
            pthread_mutex_lock(&m); /*lock*/
            if (a) /*if a*/
                exit(0); /*exit*/
            if (b) /*if b*/
                x = *q; /*may fail*/
            return 0; }
        void *g(void *p) {
            if (c) /*if c*/
                while (1) {} /*endless*/
            if (d) /*if d*/
                x = 1; /*x*/
            return 0; }");
    let d = c.sliced();
    let stopping = d.dependences.stopping();
    let slice = d.dependences.backward(&stopping);
    let inside = |m: &&str| c.sites(m, |_| true).iter().any(|&s| slice.contains(s));
    let found: Vec<&str> = c.marks().into_iter().filter(inside).collect();
    assert_eq!(found.join(" "), "lock if a exit if b may fail if c endless create f create g");
    let may_stop = |mark| c.sites(mark, |_| true).iter().any(|&s| d.dependences.may_stop(s));
    assert!(may_stop("lock") && may_stop("may fail") && !may_stop("x") && !may_stop("if d"));
}
