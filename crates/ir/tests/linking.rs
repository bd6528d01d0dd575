//! Several units, and models.

mod common;

use common::{Folder, c, files, function, insts, options, try_files};
use rethread_ir::{Callee, Const, LinkError, LoadError, Op, Program, link_models, load};

/// Names of the functions that `f` calls directly, in order.
fn callees(program: &Program, f: &str) -> Vec<String> {
    let calls = insts(function(program, f)).filter_map(|i| match &i.op {
        Op::Call { callee: Callee::Direct(g), .. } => Some(program.function_name(*g)),
        _ => None,
    });
    calls.collect()
}

#[test]
fn declarations_meet_definitions() {
    let program = files(&[
        (
            "a.c",
            "struct s { int x; }; extern int shared; extern int arr[]; int g(struct s *); static int h(void) { return 1; } int main(void) { struct s s = { shared + arr[1] }; return g(&s) + h(); }",
        ),
        (
            "b.c",
            "struct s { int x; }; int shared = 4; int arr[3] = { 1, 2, 3 }; static int h(void) { return 2; } int g(struct s *s) { return s->x + h(); }",
        ),
    ]);
    assert_eq!(program.functions.iter().filter(|f| f.name == "g").count(), 1);
    assert_eq!(program.functions.iter().filter(|f| f.name == "h").count(), 2, "internal ones never merge");
    let in_main = callees(&program, "main");
    assert_eq!(in_main[0], "g");
    assert!(in_main[1].ends_with("a.c:h"), "{in_main:?}");
    assert!(callees(&program, "g")[0].ends_with("b.c:h"));
    let arr = program.globals.iter().find(|g| g.name == "arr").expect("one arr");
    assert_eq!((arr.size, arr.init.is_some()), (12, true));
    for f in &program.functions {
        for inst in insts(f) {
            let location = program.location(inst.loc);
            assert!(
                location.is_none_or(|l| program.file(l.at.file) == f.unit),
                "places move with their function"
            );
        }
    }
}

#[test]
fn strong_wins_over_weak_whatever_the_order() {
    let weak = "__attribute__((weak)) int f(void) { return 1; } int f_weak(void) { return f(); }";
    let strong = "int f(void) { return 2; }";
    for order in [[("w.c", weak), ("s.c", strong)], [("s.c", strong), ("w.c", weak)]] {
        let program = files(&order);
        assert!(function(&program, "f").unit.ends_with("s.c"));
        assert_eq!(program.functions.iter().filter(|f| f.name == "f").count(), 1);
    }
}

#[test]
fn two_strong_definitions_name_both_files() {
    let error =
        try_files(&[("a.c", "int twice(void) { return 1; }"), ("b.c", "int twice(void) { return 2; }")]);
    let Err(LoadError::Link(LinkError::Duplicate { name, first, second })) = error else {
        panic!("{error:?}")
    };
    assert_eq!(name, "twice");
    assert!(first.ends_with("a.c") && second.ends_with("b.c"));
}

#[test]
fn aliases_are_seen_by_other_units() {
    let program = files(&[
        (
            "a.c",
            "int real(void) { return 1; } int nick(void) __attribute__((alias(\"real\"))); int val = 3; extern int val2 __attribute__((alias(\"val\")));",
        ),
        ("b.c", "int nick(void); extern int val2; int main(void) { return nick() + val2; }"),
    ]);
    assert_eq!(callees(&program, "main"), ["real"]);
    let load = insts(function(&program, "main")).find_map(|i| match &i.op {
        Op::Load { ptr: rethread_ir::Operand::Const(Const::Global(g)), .. } => Some(program.global_name(*g)),
        _ => None,
    });
    assert_eq!(load.as_deref(), Some("val"));
}

#[test]
fn startup_order_goes_over_all_units() {
    let program = files(&[
        (
            "a.c",
            "int x; __attribute__((constructor)) void a1(void) { x++; } __attribute__((destructor)) void a2(void) { x++; } int main(void) { return x; }",
        ),
        (
            "b.c",
            "extern int x; __attribute__((constructor(101))) void b1(void) { x++; } __attribute__((constructor)) void b3(void) { x++; } __attribute__((destructor)) void b2(void) { x++; }",
        ),
    ]);
    let names =
        |list: &[rethread_ir::FuncId]| list.iter().map(|&f| program.function_name(f)).collect::<Vec<_>>();
    assert_eq!(names(&program.constructors), ["b1", "a1", "b3"]);
    assert_eq!(names(&program.destructors), ["b2", "a2"]);
}

const MODELS: &str =
    "typedef unsigned long size_t; void primitive(int); static size_t count; int errno_like = 7;
size_t strlen(const char *s) { count++; size_t n = 0; while (s[n]) n++; return n; }
char *strdup(const char *s) { primitive(1); return (char *)s + strlen(s); }
int atoi(const char *s) { return (int)strlen(s); }
int unused(void) { return 1; }";

#[test]
fn models_give_only_what_is_missing() {
    let models = c(MODELS);
    let mut program = c(
        "char *strdup(const char *); extern int errno_like; static int unused(void) { return 2; } int main(int c, char **v) { return *strdup(v[0]) + errno_like + unused(); }",
    );
    let before = program.functions.len();
    link_models(&mut program, &models);
    let strdup = function(&program, "strdup");
    assert!(strdup.is_model && !strdup.is_declaration());
    assert_eq!(callees(&program, "strdup"), ["primitive", "strlen"]);
    assert!(function(&program, "strlen").is_model);
    assert!(function(&program, "primitive").is_declaration());
    assert!(program.find_function("atoi").is_none());
    assert_eq!(program.functions.len(), before + 2);
    assert!(!function(&program, "unused").is_model, "an internal function is not a symbol");
    let global = |name: &str| program.globals.iter().find(|g| g.name == name).expect("the global came along");
    assert!(global("errno_like").is_model && global("errno_like").init.is_some());
    assert!(global("count").is_model);
    assert_eq!(callees(&program, "main")[0], "strdup");
}

#[test]
fn the_users_definitions_win_over_models() {
    let models = c(MODELS);
    let mut program = c(
        "unsigned long strlen(const char *s) { return 5; } char *strdup(const char *); int main(int c, char **v) { return *strdup(v[0]); }",
    );
    link_models(&mut program, &models);
    assert!(!function(&program, "strlen").is_model);
    assert_eq!(callees(&program, "strdup"), ["primitive", "strlen"]);
    assert_eq!(program.functions.iter().filter(|f| f.name == "strlen").count(), 1);
}

#[test]
fn models_win_over_inlines_of_headers() {
    let models = c(MODELS);
    let mut program = c(
        "extern inline __attribute__((gnu_inline)) int atoi(const char *s) { return 1; } extern inline __attribute__((gnu_inline)) int own(int x) { return x; } int main(int c, char **v) { return atoi(v[0]) + own(c); }",
    );
    link_models(&mut program, &models);
    assert!(function(&program, "atoi").is_model);
    assert!(!function(&program, "own").is_declaration(), "the only body there is");
}

#[test]
fn bad_input_is_an_error_that_says_what() {
    let folder = Folder::new();
    let message = |path| load(&[path], &options()).expect_err("it cannot load").to_string();
    let broken = message(folder.write("broken.c", "int main(void) { return undeclared; }\n"));
    assert!(broken.contains("broken.c:1:25: error: use of undeclared identifier"), "{broken}");
    let header = message(folder.write("header.c", "#include \"nowhere.h\"\n"));
    assert!(header.contains("'nowhere.h' file not found"), "{header}");
    assert!(message(folder.path().join("none.c")).contains("none.c: No such file"));
    assert!(message(folder.path().to_path_buf()).contains("is a folder"));
    assert!(message(folder.write("x.cpp", "")).contains("C++"));
    assert!(message(folder.write("x.txt", "")).contains("neither"));
    assert!(message(folder.write("x.ll", "define i32 @f() { ret i64 0 }")).contains("x.ll"));
    assert!(
        message(
            folder.write("arm.ll", "target triple = \"aarch64-linux-gnu\"\ndefine void @f() { ret void }\n")
        )
        .contains("aarch64")
    );
    assert!(load(&[], &options()).expect_err("nothing").to_string().contains("nothing to check"));
}
