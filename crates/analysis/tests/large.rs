//! Programs of a size at which sets of pairs do not fit into memory any more.

mod common;

use common::{case, reads, writes};
use std::fmt::Write;

/// Functions that call each other in a row and hand a growing structure of pointers down, each with a global
/// of its own: tables of "who may touch what" for all of them would have millions of rows.
#[test]
fn a_long_chain() {
    const N: usize = 3000;
    let mut text = String::from("struct s { struct s *next; int *p; void (*f)(struct s *); };\n");
    writeln!(text, "int g{N}; void f{N}(struct s *s) {{ g{N} = *s->p; }}").unwrap();
    for i in (0..N).rev() {
        writeln!(
            text,
            "int g{i}; void f{i}(struct s *s) {{ struct s t; t.next = s; t.p = &g{i}; t.f = f{}; g{i} = *s->p; s->next = &t; f{}(&t); }}",
            i + 1,
            i + 1
        )
        .unwrap();
    }
    text.push_str(
        "void *thread(void *p) { struct s t = { 0, &g1, f0 }; f0(&t); return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, thread, 0); /*create*/
            return g2999; /*main*/ }",
    );
    let c = case(&text);
    assert!(c.shared("main"));
    assert_eq!(c.entries("create"), ["thread"]);
    let whole = c.whole("thread");
    assert!(writes(whole, c.global("g0")) && writes(whole, c.global("g3000")));
    let last = c.whole("f2999");
    assert!(
        writes(last, c.global("g3000")) && !writes(last, c.global("g2998")) && reads(last, c.global("g2998"))
    );
}
