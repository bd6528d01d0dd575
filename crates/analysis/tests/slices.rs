//! What is in a slice and what is not, one kind of dependence after the other.

mod common;

use common::{Case, case};

const CHECK: &str = "#include <assert.h>\nvoid rethread_assume(int); int __VERIFIER_nondet_int(void);\n";

fn program(text: &str) -> Case {
    case(&format!("{CHECK}{text}"))
}

#[test]
fn registers() {
    let c = program(
        "int a, b, r, s;
        int main(void) {
            int x = a; /*x*/
            int y = b; /*y*/
            x = x + 1; /*inc*/
            s = y; /*s*/
            r = x; /*r*/
            return 0; }",
    );
    let d = c.sliced();
    assert_eq!(d.backward("r"), "x inc");
    assert_eq!(d.forward("x"), "inc r");
    assert_eq!(d.forward("y"), "s");
}

#[test]
fn branches() {
    let c = program(
        "int a, b, r, s, t;
        int main(void) {
            if (a) /*if a*/
                r = 1; /*r*/
            if (b) /*if b*/
                s = 1; /*s*/
            t = 1; /*t*/
            return 0; }",
    );
    let d = c.sliced();
    assert_eq!(d.backward("r"), "if a");
    assert_eq!(d.backward("s"), "if b");
    assert_eq!(d.backward("t"), "", "neither branch keeps control");
    assert_eq!(d.forward("if a"), "r");
}

/// Design, section 3: the first branch decides nothing that the assertion sees.
#[test]
fn a_branch_that_narrows_only_the_path() {
    let c = program(
        "int x, y, z;
        int main(void) {
            if (x > 0) /*first*/
                z = 1; /*one*/
            else
                z = 2; /*two*/
            if (x < 0) /*second*/
                y = 1; /*y*/
            assert(y == 0); /*assert*/
            return 0; }",
    );
    assert_eq!(c.sliced().backward("assert"), "second y");
}

#[test]
fn values_that_meet() {
    let c = program(
        "int a, b, r, s;
        int main(void) {
            int x = 1, y = 1;
            if (a) /*if a*/
                x = 2;
            if (b) /*if b*/
                y = 2;
            r = x; /*r*/
            s = y; /*s*/
            return 0; }",
    );
    let d = c.sliced();
    assert_eq!(d.backward("r"), "if a");
    assert_eq!(d.backward("s"), "if b");
}

#[test]
fn memory() {
    let c = program(
        "struct pair { int a, b; } p; int v[4]; int i, r, s, t;
        int main(void) {
            p.a = i; /*a*/
            p.b = 2; /*b*/
            v[i & 3] = 3; /*v*/
            r = p.a; /*r*/
            s = v[0]; /*s*/
            int *q = &p.b;
            t = *q; /*t*/
            return 0; }",
    );
    let d = c.sliced();
    assert_eq!(d.backward("r"), "a v", "fields are apart; an index that may be bad keeps control");
    assert_eq!(d.backward("s"), "v");
    assert_eq!(d.backward("t"), "b v");
}

#[test]
fn what_may_fail_is_passed() {
    let c = program(
        "int *p; int a, n, r, s;
        int main(void) {
            s = 1; /*before*/
            n = *p; /*load*/
            if (a) /*if*/
                n = 10 / n; /*division*/
            r = 1; /*after*/
            return 0; }",
    );
    let d = c.sliced();
    assert_eq!(d.backward("before"), "");
    assert_eq!(d.backward("after"), "load if division");
}

/// What a parameter points to is there if it is at every call.
#[test]
fn parameters_that_are_certainly_good() {
    let program = |call: &str| {
        program(&format!(
            "int a, b, r; struct s {{ int x, y; }}; struct s g; struct s *any;
            static void set(int *p) {{ *p = 1; /*set*/ }}
            static void both(struct s *p, int n) {{
                p->x = b; /*x*/
                set(&p->y);
                if (n) both(p, n - 1); /*again*/
            }}
            int main(void) {{
                struct s l;
                both(&g, 2);
                {call} /*call*/
                r = 1; /*r*/
                return 0; }}"
        ))
    };
    // Recursion may not end.
    assert_eq!(program("both(&l, 2);").sliced().backward("r"), "again call");
    assert!(program("both(any, 2);").sliced().backward("r").contains("x again"));
    assert!(program("set(&l.y + 1);").sliced().backward("r").contains("set"));
    assert!(
        program("{ struct s *p; { struct s m; p = &m; } both(p, 2); }")
            .sliced()
            .backward("r")
            .contains("x again")
    );
    assert!(program("set((int *) \"abc\");").sliced().backward("r").contains("set"));
    assert!(program("void (*f)(int *) = a ? set : 0; f(&r + 1);").sliced().backward("r").contains("set"));
}

#[test]
fn contents_do_not_matter_where_only_the_address_may_be_bad() {
    let c = program(
        "int *p; int a, n, r;
        int main(void) {
            p = &a; /*p*/
            *p = n; /*store*/
            n = 5; /*n*/
            n = *p; /*load*/
            r = 1; /*after*/
            return 0; }",
    );
    assert_eq!(c.sliced().backward("after"), "p store load");
}

#[test]
fn assumptions_and_ends() {
    let c = program(
        "int a, b, c, d, r, s;
        int main(void) {
            rethread_assume(a); /*assume*/
            r = 1; /*r*/
            if (b) /*if b*/
                exit(1); /*exit*/
            if (c) /*if c*/
                abort(); /*abort*/
            if (d) /*if d*/
                s = 2; /*s*/
            r = 2; /*end*/
            return 0; }",
    );
    let d = c.sliced();
    assert_eq!(d.backward("r"), "assume");
    assert_eq!(d.backward("end"), "assume if b exit if c abort");
}

#[test]
fn loops_may_not_end() {
    let c = program(
        "int a, n, r, s;
        int main(void) {
            while (a) /*while*/
                a = a - n; /*body*/
            r = 1; /*after*/
            return 0; }",
    );
    assert_eq!(c.sliced().backward("after"), "while body");
}

#[test]
fn loops_that_count_end() {
    let c = program(
        "int a, n, r, s;
        int main(void) {
            int sum = 0, m = n;
            for (int i = 0; i < m; i++) /*for*/
                sum += i; /*body*/
            int k = 10;
            do sum ^= k; /*do*/
            while (--k); /*while*/
            for (unsigned i = a; i != 3; i -= 1) /*round*/
                s = i;
            r = 1; /*after*/
            for (int i = 0; i <= m; i++) /*forever*/
                s = i;
            r = 2; /*end*/
            r = sum; /*sum*/
            return 0; }",
    );
    let d = c.sliced();
    assert_eq!(d.backward("after"), "");
    assert_eq!(d.backward("end"), "forever", "m may be the largest number");
    assert!(d.backward("sum").starts_with("for body do"), "{}", d.backward("sum"));
}

#[test]
fn loops_whose_bound_moves_may_not_end() {
    let c = program(
        "int a, n, r, s;
        int main(void) {
            int m = n;
            for (int i = 0; i < m; i++) /*for*/
                m = m + a; /*body*/
            r = 1; /*after*/
            return 0; }",
    );
    assert_eq!(c.sliced().backward("after"), "for body");
}

#[test]
fn functions_are_left_where_they_were_entered() {
    let c = program(
        "int a, b, r, s;
        static int twice(int x) { return 2 * x; /*twice*/ }
        static int ignores(int x, int y) { return x; /*ignores*/ }
        int main(void) {
            int x = a; /*x*/
            int y = b; /*y*/
            r = twice(x); /*r*/
            s = twice(y); /*s*/
            r = ignores(x, y); /*t*/
            return 0; }",
    );
    let d = c.sliced();
    assert_eq!(d.backward("r"), "twice x");
    assert_eq!(d.backward("s"), "twice y");
    assert_eq!(d.backward("t"), "ignores x");
    assert_eq!(d.forward("x"), "twice ignores r t");
}

#[test]
fn functions_that_may_not_return() {
    let c = program(
        "int a, b, r, s; int *p;
        static void fails(int x) { if (x) /*if*/
                s = *p; /*load*/
        }
        static void returns(int x) { if (x) /*other if*/
                s = 1; /*other store*/
        }
        int main(void) {
            int x = a; /*x*/
            int y = b; /*y*/
            returns(y); /*returns*/
            r = 1; /*between*/
            fails(x); /*fails*/
            r = 2; /*after*/
            return 0; }",
    );
    let d = c.sliced();
    assert_eq!(d.backward("between"), "");
    assert_eq!(d.backward("after"), "if load x fails");
    assert_eq!(d.backward("load"), "if x fails");
}

#[test]
fn calls_through_pointers() {
    let c = program(
        "int a, r, s;
        static int f(int x) { return x + 1; /*f*/ }
        static int g(int x) { return x + 2; /*g*/ }
        static int h(int x) { return x + 3; /*h*/ }
        int main(void) {
            int (*p)(int) = f;
            if (a) /*choice*/
                p = g;
            s = h(1); /*h call*/
            r = p(s); /*call*/
            return 0; }",
    );
    assert_eq!(c.sliced().backward("call"), "f g h choice h call");
}

#[test]
fn variables_that_were_never_written_keep_control() {
    let text = "int a, r;
        int main(void) {
            int x;
            if (a) /*if a*/
                x = 1;
            if (x) /*if x*/
                r = 1; /*r*/
            r = 2; /*after*/
            return 0; }";
    let c = program(text);
    assert_eq!(c.sliced().backward("after"), "if a if x");
    let quiet = rethread_analysis::Behaviour { unwritten_stops: false, ..Default::default() };
    assert_eq!(c.sliced_as(quiet).backward("after"), "");
}

#[test]
fn freeing_decides_whether_an_access_is_good() {
    let c = program(
        "int a, b, r;
        int main(void) {
            int *p = malloc(4), *q = malloc(4);
            if (a) /*if a*/
                free(p); /*free p*/
            if (b) /*if b*/
                free(q); /*free q*/
            *p = 1; /*p*/
            return 0; }",
    );
    // Freeing twice is an error, so whatever is freed is also passed.
    assert_eq!(c.sliced().backward("p"), "if a free p if b free q");
}

#[test]
fn arguments_in_memory() {
    let c = program(
        "struct big { long v[8]; }; long a, b, r, s;
        static long first(struct big x) { return x.v[0]; /*first*/ }
        static long sum(int n, ...) { va_list l; va_start(l, n); long x = va_arg(l, long); /*sum*/
            va_end(l); return x; }
        int main(void) {
            struct big x; x.v[0] = a; /*a*/
            long y = b; /*b*/
            r = first(x); /*by value*/
            s = sum(1, y); /*dots*/
            return 0; }",
    );
    let d = c.sliced();
    assert_eq!(d.backward("by value"), "first a");
    assert!(
        d.backward("dots").contains("sum") && d.backward("dots").contains(" b"),
        "{}",
        d.backward("dots")
    );
}
