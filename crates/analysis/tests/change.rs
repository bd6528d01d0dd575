//! What an edit changes and what it can affect. `⟦old||new⟧` in a program is the edit.

mod common;

use common::{Case, case};
use rethread_analysis::{Behaviour, Change, CheckKind, Impact, Match, Site};
use rethread_ir::FuncId;

/// The two versions of a program.
struct Edit {
    old: Case,
    new: Case,
}

fn versions(text: &str) -> (String, String) {
    let (mut old, mut new) = (String::new(), String::new());
    for (i, part) in text.split("⟦").enumerate() {
        let (edit, rest) = if i == 0 { ("||", part) } else { part.split_once("⟧").expect("an end") };
        let (before, after) = edit.split_once("||").expect("two versions");
        old.extend([before, rest]);
        new.extend([after, rest]);
    }
    (old, new)
}

fn edit(text: &str) -> Edit {
    let (old, new) = versions(text);
    Edit {
        old: case(&format!("#include <assert.h>\n{old}")),
        new: case(&format!("#include <assert.h>\n{new}")),
    }
}

fn main_of(c: &Case) -> FuncId {
    c.program.find_function("main").expect("main")
}

impl Edit {
    fn matched(&self) -> Match<'_> {
        let found = Match::of(&self.old.program, &self.new.program, (main_of(&self.old), main_of(&self.new)));
        assert_eq!(found.unverified(), []);
        found
    }

    fn change(&self) -> Change {
        self.matched().change().clone()
    }

    fn answer(&self) -> Answer {
        let matched = self.matched();
        let change = matched.change();
        let impact = Impact::of(&matched, Behaviour::default());
        assert!(!impact.is_everything());
        let is_changed = |s: Site| change.added.contains(&s) || change.modified.iter().any(|p| p.1 == s);
        let changed = marks_of(&self.new, is_changed);
        let mut affected = marks_of(&self.new, |s| impact.affects(s));
        affected.retain(|mark| !changed.contains(mark));
        Answer {
            deleted: marks(&self.old, |s| change.deleted.contains(&s)),
            affected: affected.join(" "),
            feeds: marks(&self.new, |s| impact.feeds(s)),
            changed: changed.join(" "),
        }
    }
}

#[derive(PartialEq, Eq, Debug)]
struct Answer {
    changed: String,
    deleted: String,
    /// Besides what changed.
    affected: String,
    feeds: String,
}

/// The marked lines that have such an instruction.
fn marks_of(c: &Case, wanted: impl Fn(Site) -> bool) -> Vec<&str> {
    let inside = |mark: &&str| c.sites(mark, |_| true).iter().any(|&s| wanted(s));
    c.marks().into_iter().filter(inside).collect()
}

fn marks(c: &Case, wanted: impl Fn(Site) -> bool) -> String {
    marks_of(c, wanted).join(" ")
}

/// Creates a thread of `f` and one of `g`, and waits for neither.
const TWO: &str = "int main(void) { pthread_t t, u;
    pthread_create(&t, 0, f, 0); /*create f*/
    pthread_create(&u, 0, g, 0); /*create g*/
    return 0; }";

fn two(text: &str) -> Edit {
    edit(&format!("{text}\n{TWO}"))
}

fn one(text: &str) -> Edit {
    edit(&format!("int x, y, z, w; int main(void) {{\n{text}\nreturn 0; }}"))
}

/// Conc-iSE, figure 6.
#[test]
fn the_paper_s_change() {
    let a = two("int x, y, z;
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
                y += ⟦1||2⟧; /*11*/
            else
                z++; /*13*/
            assert(y != 2); /*14*/
            return 0; }")
    .answer();
    assert_eq!(a.changed, "11");
    assert_eq!(a.deleted, "");
    assert_eq!(a.affected, "14");
    assert_eq!(a.feeds, "1 3 9 10 11 create f create g");
}

/// Conc-iSE, figure 2.
#[test]
fn the_paper_s_first_example() {
    let a = two("int x = 15, y = 5, a, b;
        void *f(void *p) {
            a = x; /*1*/
            y = 10; /*2*/
            assert(a >= 10); /*3*/
            return 0; }
        void *g(void *p) {
            x = ⟦10||5⟧; /*4*/
            b = y; /*5*/
            assert(b >= 5); /*6*/
            return 0; }")
    .answer();
    assert_eq!((&*a.changed, &*a.affected, &*a.feeds), ("4", "1 3", "4 create f create g"));
}

/// Conc-iSE, figure 5: the change affects everything but the second branch, which nothing decides.
#[test]
fn a_condition() {
    let a = one("if (x >⟦||=⟧ 0) /*1*/
            z = x + 2; /*2*/
        else
            z = x - 2; /*4*/
        if (y > 0) /*5*/
            w = z + 1; /*6*/
        else
            w = z - 1; /*8*/
        assert(w != 0); /*9*/")
    .answer();
    assert_eq!((&*a.changed, &*a.affected, &*a.feeds), ("1", "2 4 6 8 9", "1"));
}

/// Conc-iSE, figure 7: a thread that does not exist yet sees nothing of the change.
#[test]
fn happens_before() {
    let text = |once: &str| {
        format!(
            "int x, y;
            void *two(void *p) {{
                x = ⟦5||6⟧; /*7*/
                return 0; }}
            void *one(void *p) {{ pthread_t t;
                y = x; /*3*/
                pthread_create(&t, 0, two, 0); /*4*/
                return 0; }}
            int main(void) {{ pthread_t t; {once} pthread_create(&t, 0, one, 0); return 0; }}"
        )
    };
    let a = edit(&text("")).answer();
    assert_eq!((&*a.changed, &*a.affected), ("7", ""));
    let a = edit(&text("for (int i = 0; i < 2; i++)")).answer();
    assert_eq!((&*a.changed, &*a.affected), ("7", "3"), "of two such threads one may see the other's");
}

/// Conc-iSE, figure 8, from DiSE: the wheel brake system.
#[test]
fn the_wheel_brake_system() {
    let a = edit("int AltPress, Meter = 2;
        void update(int PedalPos, int BSwitch, int PedalCmd) {
            if (PedalPos <⟦=||⟧ 0) /*2*/
                PedalCmd += 1; /*3*/
            else if (PedalPos == 1) /*4*/
                PedalCmd += 2; /*5*/
            else PedalCmd = PedalPos;
            PedalCmd = PedalCmd + 1; /*8*/
            if (BSwitch == 0) /*10*/
                Meter = 1; /*11*/
            else if (BSwitch == 1) /*12*/
                Meter = 2; /*13*/
            if (PedalCmd == 2) /*15*/
                AltPress = 0; /*16*/
            else if (PedalCmd == 3) /*17*/
                AltPress = 25; /*18*/
            else
                AltPress = 50; /*19*/
        }
        int __VERIFIER_nondet_int(void);
        int main(void) { int p = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(); update(p, b, c); return 0; }")
    .answer();
    assert_eq!(a.changed, "2");
    assert_eq!(a.affected, "3 4 5 8 15 16 17 18 19", "the switch and the meter are not");
}

#[test]
fn nothing() {
    let e = two(
        "int x; void *f(void *p) { x = 1; /*a*/ return 0; } void *g(void *p) { assert(x != 1); /*b*/ return 0; }",
    );
    let m = e.matched();
    assert!(m.change().is_empty(), "{:?}", m.change());
    let i = Impact::of(&m, Behaviour::default());
    assert!(!i.is_everything() && !i.affects_waiting());
    assert!(i.checks().iter().all(|c| !c.affected));
}

/// DESIGN: a branch that is not affected may guard the change.
#[test]
fn a_guard() {
    let a = one("if (x > 0) /*guard*/
        y = ⟦2||1⟧; /*write*/
        assert(y != 1); /*assert*/")
    .answer();
    assert_eq!((&*a.changed, &*a.affected), ("write", "assert"));
    assert_eq!(a.feeds, "guard write");
}

/// DESIGN: what a modified write no longer writes.
#[test]
fn a_write_that_goes_elsewhere() {
    let a = one("⟦y||z⟧ = 1; /*write*/
        assert(y == 1); /*assert y*/
        assert(w == 0); /*assert w*/")
    .answer();
    assert_eq!((&*a.changed, &*a.affected), ("write", "assert y assert w"));
}

#[test]
fn races_and_checks() {
    let e = two(
        "int x, r; void *f(void *p) { ⟦x = 1;||⟧ return 0; } void *g(void *p) { r = x; /*read*/ return 0; }",
    );
    let m = e.matched();
    let i = Impact::of(&m, Behaviour::default());
    assert!(i.checks().iter().all(|c| c.kind != CheckKind::Race || c.affected));
}

/// DESIGN: `z++` feeds nothing, and yet what comes behind it has changed.
#[test]
fn what_comes_behind() {
    let a = one("z++; /*z*/
        y += ⟦1||2⟧; /*y*/
        assert(y != 2); /*assert*/")
    .answer();
    assert_eq!((&*a.changed, &*a.affected, &*a.feeds), ("y", "assert", "y"));
}

/// DESIGN: a write that nobody read becomes one that another thread reads.
#[test]
fn a_new_conflict() {
    let a = two("int z, w, r;
        void *f(void *p) {
            ⟦z||w⟧++; /*1*/
            return 0; }
        void *g(void *p) {
            r = w; /*2*/
            assert(r == 0); /*3*/
            return 0; }")
    .answer();
    assert_eq!((&*a.changed, &*a.affected), ("1", "2 3"));
}

/// DESIGN, slices: the branch on `x` that is left out must not be taken for granted.
#[test]
fn two_branches_on_one_value() {
    let a = one("if (x > 0) /*first*/
            z = 1;
        else z = 2;
        if (x < 0) y = ⟦2||1⟧; /*second*/
        assert(y != 1); /*assert*/")
    .answer();
    assert_eq!((&*a.changed, &*a.affected, &*a.feeds), ("second", "assert", "second"));
}

/// No instruction depends on a jump: what it skips does.
#[test]
fn jumps() {
    let a = one("if (x > 0) { /*if*/
            z = 1;
            goto ⟦a||b⟧; /*goto*/
        } else {
            w = 1;
            goto ⟦b||a⟧; /*goto else*/
        }
        a: y = 2; /*skipped*/
        b: assert(y != 2); /*assert*/
        assert(z != 2); /*assert z*/")
    .answer();
    assert_eq!(a.changed, "goto goto else");
    assert!(a.affected.contains("skipped") && a.affected.contains("assert"), "{a:?}");
}

#[test]
fn statements_that_change_places() {
    for text in ["⟦x = 1; x = 2;||x = 2; x = 1;⟧", "if (z) { ⟦x = 1; x = w;||x = w; x = 1;⟧ }"] {
        let a = one(&format!("{text} /*moved*/\nassert(x == 2); /*assert*/\nassert(y == 0); /*y*/")).answer();
        assert!(a.affected.contains("assert"), "{text}: {a:?}");
    }
    let a = one("if (z) { ⟦x = 1; /*one*/||⟧
        y = 3; }
        ⟦||x = 1; /*two*/⟧
        assert(x == 1); /*assert*/")
    .answer();
    assert_eq!((&*a.changed, &*a.affected), ("two", "assert"));
    // Out of a loop.
    let a = one("⟦x = w; /*before*/||⟧
        do {
            ⟦||x = w; /*in*/⟧
            w++; /*w*/
        } while (w < 5); /*while*/
        assert(x == 0); /*assert*/
        z = 1; /*z*/")
    .answer();
    // What was in the way is gone; the loop goes back to somewhere else.
    assert_eq!(a.changed, "while");
    assert!(a.affected.contains("in") && a.affected.contains("assert"), "{a:?}");
}

#[test]
fn code_around_code() {
    let a = one("w = 1; /*w*/
        ⟦||if (z)⟧ x = 1; /*x*/
        y = 2; /*y*/
        assert(x == 1); /*assert x*/
        assert(y == 2); /*assert y*/")
    .answer();
    assert!(a.affected.contains("assert x"), "{a:?}");
    let a = one("⟦||if (z) w = 3; /*new*/⟧
        y = 2; /*y*/
        if (y == 2) x = 1; /*x*/
        assert(x == 1); /*assert*/")
    .answer();
    assert_eq!((&*a.changed, &*a.affected), ("new", ""), "what stands behind an addition stays what it is");
}

#[test]
fn synchronisation() {
    const M: &str = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x, y;";
    let locked = |f: &str| {
        two(&format!(
            "{M}
            void *f(void *p) {{
                {f}
                return 0; }}
            void *g(void *p) {{
                pthread_mutex_lock(&m); /*lock g*/
                x = 2; /*x g*/
                pthread_mutex_unlock(&m);
                return 0; }}"
        ))
        .answer()
    };
    let whole = "pthread_mutex_lock(&⟦m||n⟧); /*lock*/
        x = 1; /*x*/
        pthread_mutex_unlock(&⟦m||n⟧); /*unlock*/";
    let a = locked(whole);
    assert_eq!(a.changed, "lock unlock");
    assert!(a.affected.contains("x lock g x g"), "{a:?}");
    let a = locked(
        "pthread_mutex_lock(&m); /*lock*/
        ⟦||pthread_mutex_unlock(&m); /*early*/⟧
        x = 1; /*x*/
        ⟦pthread_mutex_unlock(&m); /*late*/||⟧",
    );
    assert_eq!((&*a.changed, &*a.deleted), ("x", "x"), "the write went out of the section");
}

#[test]
fn threads_that_are_created() {
    let text = "int x, y;
        void *f(void *p) {
            x = 1; /*f*/
            return 0; }
        void *g(void *p) {
            y = 1; /*g*/
            return 0; }
        void *h(void *p) {
            assert(y == 0); /*assert*/
            return 0; }
        int main(void) { pthread_t t, u;
            pthread_create(&t, 0, ⟦f||g⟧, 0); /*create*/
            pthread_create(&u, 0, h, 0);
            return 0; }";
    let a = edit(text).answer();
    assert_eq!(a.changed, "create");
    assert!(a.affected.contains("f g assert"), "{a:?}");
    let joined = |join: &str| {
        edit(&format!(
            "int x;
            void *f(void *p) {{
                x = 1; /*f*/
                return 0; }}
            int main(void) {{ pthread_t t;
                pthread_create(&t, 0, f, 0); /*create*/
                {join}
                assert(x == 1); /*assert*/
                return 0; }}"
        ))
        .answer()
    };
    assert!(joined("⟦pthread_join(t, 0);||⟧ /*join*/").affected.contains("assert"));
    assert!(joined("⟦||pthread_join(t, 0); /*join*/⟧").affected.contains("assert"));
}

#[test]
fn globals() {
    let a = edit(
        "int limit = ⟦5||6⟧, other = 5;
        int main(void) {
            assert(limit == 5); /*limit*/
            return 0; }",
    );
    let change = a.change();
    assert_eq!((change.globals_changed.len(), change.modified.len()), (1, 0), "{change:?}");
    assert!(!change.is_empty());
    let a = a.answer();
    assert_eq!(a.changed, "");
    assert_eq!(
        marks_affected(
            "int limit = ⟦5||6⟧; int main(void) { int r = 0;
        if (limit > 5) /*limit*/
            r = 1;
        assert(r == 0); /*assert*/
        return 0; }"
        ),
        "limit assert",
        "what uses the variable is the same in itself"
    );
    // Through another global's initialiser, through types and attributes.
    for text in [
        "int a = ⟦1||2⟧; int *p = &a; int main(void) { return *p; /*use*/ }",
        "struct s { ⟦||int pad;⟧ int v; } s; int main(void) { return s.v; /*use*/ }",
        "⟦int||long⟧ v; int main(void) { return v; /*use*/ }",
        "⟦int||volatile int⟧ v; int main(void) { return v; /*use*/ }",
        "⟦int||_Atomic int⟧ v; int main(void) { return v; /*use*/ }",
        "⟦||_Thread_local⟧ int v; int main(void) { return v; /*use*/ }",
        "⟦||const⟧ int v = 3; int main(void) { return v; /*use*/ }",
        "int v[⟦3||4⟧]; int main(void) { return v[1]; /*use*/ }",
        "#define N ⟦3||4⟧\nint main(void) { return N; /*use*/ }",
        "int f(int x) { return ⟦x||x + 1⟧; } int (*p)(int) = f; int main(void) { return p(1); /*use*/ }",
        "int f(int x) { return 0; } int g(int x) { return 1; } int (*p)(int) = ⟦f||g⟧; int main(void) { return p(1); /*use*/ }",
        "int puts(const char *); int main(void) { return puts(\"a⟦b||c⟧\"); /*use*/ }",
        "__attribute__((aligned(⟦8||16⟧))) int v; int main(void) { return v; /*use*/ }",
    ] {
        let e = edit(text);
        let m = e.matched();
        assert!(!m.change().is_empty(), "{text}");
        let i = Impact::of(&m, Behaviour::default());
        assert_eq!(marks(&e.new, |s| i.affects(s)), "use", "{text}");
    }
}

fn marks_affected(text: &str) -> String {
    edit(text).answer().affected
}

#[test]
fn functions() {
    let e = edit(
        "int x; int ⟦f||renamed⟧(int a) { static int n; n += a; x = n; return a + 1; }
        int main(void) { x = ⟦f||renamed⟧(3); /*call*/ return 0; }",
    );
    let change = e.change();
    assert!(change.is_empty(), "{change:?}");
    assert_eq!(change.functions_renamed.len(), 1);
    // With another signature it is another function.
    let e = edit(
        "int x; int f(⟦int||long⟧ a) { return 1; }
        int main(void) { x = f(3); /*call*/
            return x; /*use*/ }",
    );
    let change = e.change();
    assert_eq!((change.functions_added.len(), change.functions_deleted.len()), (1, 1));
    assert_eq!(e.answer().affected, "use");
    // A name that means something is no name.
    let e = edit(
        "int x; void ⟦plain||__VERIFIER_atomic_one⟧(void) { x++; x++; }
        int main(void) { ⟦plain||__VERIFIER_atomic_one⟧(); /*call*/ return x; }",
    );
    assert!(!e.change().is_empty());
    let e = edit(
        "int f(int a) { return a; } int g(int a) { return a + 1; } int x;
        int main(void) { x = ⟦f||g⟧(3); /*call*/
            return x; /*use*/ }",
    );
    assert_eq!(e.answer().affected, "use");
}

#[test]
fn a_program_that_starts_otherwise() {
    for text in [
        "int x; ⟦||__attribute__((constructor))⟧ void f(void) { x = 1; } int main(void) { f(); return x; }",
        "int main(⟦void||int argc, char **argv⟧) { return 0; }",
    ] {
        let e = edit(text);
        let m = e.matched();
        assert!(m.change().frame && !m.change().is_empty(), "{text}");
        let i = Impact::of(&m, Behaviour::default());
        assert!(i.is_everything() && i.affects_waiting(), "{text}");
        assert!(i.checks().iter().all(|c| c.affected), "{text}");
    }
}

/// What an entry other than main finds is made up, functions behind pointers included.
#[test]
fn an_entry_with_made_up_pointers() {
    let open = |text: &str| {
        let e = edit(&format!("{text}\nint main(void) {{ return 0; }}"));
        let entry = |c: &Case| c.program.find_function("f").expect("f");
        let m = Match::of(&e.old.program, &e.new.program, (entry(&e.old), entry(&e.new)));
        Impact::of(&m, Behaviour::default()).is_everything()
    };
    let text = "int x; int f(int (*p)(void)) { x = ⟦1||2⟧; return p(); }";
    assert!(!open(text));
    assert!(open(&format!("{text} ⟦||int g(void) {{ return 1 / x; }}⟧")));
    assert!(open(&format!("{text} ⟦||int *r = &x;⟧")));
    assert!(open("struct s { ⟦int||unsigned⟧ a; }; int f(struct s *p) { return 3; }"));
}

#[test]
fn nothing_but_looks() {
    for text in [
        "int x; int main(void) {⟦||\n\n/* a comment */\n⟧ assert(x == 0); return x; }",
        "int x; int main(void) { int ⟦a||b⟧ = x; for (int ⟦i||j⟧ = 0; ⟦i||j⟧ < 3; ⟦i||j⟧++) ⟦a||b⟧ += x; assert(⟦a||b⟧); return ⟦a||b⟧; }",
        "int x; int f(int ⟦a||b⟧) { int v[2] = {1, 2}; return v[⟦a||b⟧ & 1]; } int main(void) { return f(x); }",
        "int x; ⟦int f(void) { return x; }||⟧ int g(void) { return x + 1; } ⟦||int f(void) { return x; }⟧ int main(void) { return f() + g(); }",
        "⟦int x; int y = 3;||int y = 3; int x;⟧ int main(void) { return x + y; }",
        "int ⟦before||after⟧ = 7; int main(void) { ⟦before||after⟧++; return ⟦before||after⟧; }",
        "struct ⟦s||t⟧ { int ⟦a||b⟧; struct ⟦s||t⟧ *next; } x; int main(void) { return x.⟦a||b⟧; }",
        "typedef ⟦int||signed int⟧ number; number x; int main(void) { return x; }",
        "int puts(const char *); int main(void) { ⟦||if (0) puts(\"unused\");⟧ puts(\"a\"); puts(\"b\"); return 0; }",
        "int x; int main(void) { void *to[] = {&&a, &&b}; goto *to[x & 1]; a: x = 1; b: ⟦return x;||return  x ;⟧ }",
        "int x; ⟦static||⟧ int f(void) { return x; } int main(void) { return f(); }",
        "int x; int main(void) { ⟦if (x) goto a; x = 3; goto b; a: x = 4; b:||if (x) { x = 4; goto b; } x = 3; b:⟧ return x; }",
    ] {
        let e = edit(text);
        let change = e.change();
        assert!(change.is_empty(), "{text}\n{change:?}\n{}\n{}", e.old.program, e.new.program);
    }
}

/// A field behind the others moves none of them: only the struct's own memory is another one.
#[test]
fn a_field_at_the_end() {
    let e = edit(
        "struct s { int a, b;⟦|| int c;⟧ };
        int get(struct s *p) { return p->b; /*get*/ }
        int main(void) {
            struct s x; /*made*/
            x.b = 3; /*put*/
            assert(get(&x) == 3);
            return 0; }",
    );
    assert_eq!(e.answer().changed, "made");
    let moved = edit(
        "struct s { ⟦||int c; ⟧int a, b; }; int get(struct s *p) { return p->b; /*get*/ }
        int main(void) { struct s x = {0}; return get(&x); }",
    );
    assert_eq!(moved.answer().changed, "get");
}

/// The variable is larger, and whoever looks at the fields that were there finds them where they were: nothing keeps
/// anybody from them, however far away.
#[test]
fn a_field_that_nobody_reads() {
    let e = edit(
        "struct s { int a, b;⟦|| int c;⟧ }; int g;
        static void deep(int *p) { *p = 4; /*deep*/ }
        static void set(struct s *p, int n) {
            p->a = n; /*a*/
            ⟦||p->c = 1; /*c*/⟧
            deep(&p->b); /*call*/
        }
        int main(void) {
            struct s x; /*made*/
            set(&x, 2); /*set*/
            assert(x.a == 2); /*assert a*/
            assert(x.b == 4); /*assert b*/
            return 0; }",
    );
    assert_eq!(
        e.answer(),
        Answer {
            changed: "c made".into(),
            deleted: String::new(),
            affected: String::new(),
            feeds: "c made set".into()
        }
    );
}

/// What is certainly there in one version only may fail in the other.
#[test]
fn a_variable_that_is_too_small() {
    let fails = |sizes: &str, passed: &str| {
        let e = edit(&format!(
            "int g;
            static void far(int *p) {{
                p[0] = 1; /*near*/
                p[{passed}] = 1; /*far*/
                g = 1; /*behind*/
            }}
            int main(void) {{
                int x[{sizes}]; /*made*/
                far(x); /*call*/
                return 0; }}"
        ));
        e.answer().affected
    };
    assert_eq!(fails("⟦3||2⟧", "2"), "far behind call", "the stack frame ends as before");
    assert_eq!(fails("⟦2||3⟧", "2"), "far behind call");
    assert_eq!(fails("⟦3||4⟧", "2"), "");
    assert_eq!(fails("⟦4||3⟧", "2"), "");
    assert_eq!(fails("⟦3||4⟧", "g"), "far behind call", "g may be 3");
}

/// One call of several hands over too little.
#[test]
fn a_variable_that_is_too_small_at_one_call() {
    let e = edit(
        "int g;
        static void far(int *p) {
            p[2] = 1; /*far*/
            g = 1; /*behind*/
        }
        int main(void) {
            int x[⟦4||3⟧]; /*made*/
            int y[3]; /*other*/
            far(y); /*first*/
            far(⟦x||x + 1⟧); /*second*/
            return 0; }",
    );
    assert!(e.answer().affected.contains("far behind"), "{:?}", e.answer());
}

/// `if (f())` and `bool b = f(); if (b)`.
#[test]
fn a_truth_value_in_a_variable() {
    let e = edit(
        "#include <stdbool.h>
        int g, h; static bool f(void) { return g > 2; }
        int main(void) {
            ⟦||bool b = f();⟧
            if (⟦f()||b⟧) /*if*/
                h = 1; /*h*/
            return 0; }",
    );
    assert_eq!(e.answer().affected, "");
}

#[test]
fn the_map() {
    let e = one("⟦||z = 4;⟧
        int a = x; /*load*/
        y = a; /*store*/
        w = ⟦1||2⟧; /*w*/");
    let m = e.matched();
    let store = |c: &Case, mark: &str| c.sites(mark, |op| matches!(op, rethread_ir::Op::Store { .. }))[0];
    let load = |c: &Case| c.sites("load", |op| matches!(op, rethread_ir::Op::Load { .. }))[0];
    assert_eq!(m.old_of(store(&e.new, "store")), Some(store(&e.old, "store")));
    assert_eq!(m.new_of(store(&e.old, "store")), Some(store(&e.new, "store")));
    assert_eq!(m.old_of(store(&e.new, "w")), None);
    assert!(m.same_step(load(&e.new), store(&e.new, "store")));
    assert!(!m.same_step(store(&e.new, "store"), store(&e.new, "w")));
    let register = |c: &Case, s: Site| {
        c.program.functions[s.function as usize].blocks[s.block as usize].insts[s.inst as usize]
            .dest
            .expect("a load")
    };
    let main = main_of(&e.new);
    let (now, then) = (register(&e.new, load(&e.new)), register(&e.old, load(&e.old)));
    assert_eq!(m.registers_of(main)[now.0 as usize], Some(then));
    assert_eq!(m.function_of(main), Some(main_of(&e.old)));
    let global = |c: &Case, name: &str| {
        rethread_ir::GlobalId(c.program.globals.iter().position(|g| g.name == name).expect("a global") as u32)
    };
    assert_eq!(m.global_of(global(&e.new, "y")), Some(global(&e.old, "y")));
    let int = e.new.program.global(global(&e.new, "y")).ty;
    assert_eq!(m.type_of(int), Some(e.old.program.global(global(&e.old, "y")).ty));
}

#[test]
fn what_an_unaffected_check_rests_on() {
    let e = one("y = ⟦1||2⟧; /*y*/
        x = z; /*x*/
        assert(x == 0); /*assert x*/
        assert(y == 1); /*assert y*/");
    let m = e.matched();
    let i = Impact::of(&m, Behaviour::default());
    let fails = |mark: &str| e.new.call(mark);
    let check = |mark: &str| {
        let all = i.checks();
        *all.iter().find(|c| c.site == fails(mark) && c.kind == CheckKind::Failure).expect("an assertion")
    };
    assert!(!check("assert x").affected && check("assert y").affected);
    let rests = i.relevant(&[fails("assert x")]);
    assert_eq!(marks(&e.new, |s| rests.contains(&s)), "x assert x");
    assert!(rests.iter().all(|&s| m.old_of(s).is_some() && !i.affects(s)));
    let goals = i.relevant(&[fails("assert y")]);
    assert_eq!(
        marks(&e.new, |s| goals.contains(&s)),
        "y x assert x assert y",
        "a failure before it stops the thread"
    );
}

#[test]
fn whoever_looks_at_addresses() {
    let a = one("w = ⟦1||2⟧; /*w*/
        y = ((uintptr_t) &x >> 4) & 1; /*number*/
        int v[4]; int *p = &v[z & 3];
        y += p - v; /*difference*/")
    .answer();
    assert!(a.affected.contains("number"), "{a:?}");
}

#[test]
fn change_is_reported() {
    let c = one("x = 1; ⟦y = 2;||⟧ z = 3;").change();
    assert_eq!((c.added.len(), c.deleted.len(), c.modified.len()), (0, 1, 0));
}
