//! Places and C types.

mod common;

use common::{Folder, c, function, given, insts, options};
use rethread_ir::{DebugType, DebugTypeId, Op, Program, load};

#[test]
fn lines_and_columns() {
    let program = c("int g(int);\nint f(int a) {\n  int b = a + 1;\n  return g(b)\n    * 3;\n}\n");
    let f = function(&program, "f");
    let place = |want: fn(&Op) -> bool| {
        let inst = insts(f).find(|i| want(&i.op)).expect("the instruction exists");
        let at = program.location(inst.loc).expect("it has a place").at;
        (at.line, at.column)
    };
    assert_eq!(place(|o| matches!(o, Op::Binary { op: rethread_ir::BinOp::Add, .. })), (3, 13));
    assert_eq!(place(|o| matches!(o, Op::Call { .. })), (4, 10));
    assert_eq!(place(|o| matches!(o, Op::Binary { op: rethread_ir::BinOp::Mul, .. })), (5, 5));
    assert_eq!(f.loc.expect("a place").line, 2);
}

#[test]
fn inlining_chains_are_kept() {
    let text = "int sink;\nstatic int inner(int x) {\n  return sink / x;\n}\nstatic int middle(int x) {\n  return inner(x + 1);\n}\nint outer(int x) {\n  return middle(x) + 2;\n}\n";
    let program = given(text, &["-O2"]);
    let f = function(&program, "outer");
    let division =
        insts(f).find(|i| matches!(i.op, Op::Binary { op: rethread_ir::BinOp::Sdiv, .. })).unwrap();
    let mut chain = Vec::new();
    let mut cursor = Some(division.loc);
    while let Some(location) = cursor.and_then(|l| program.location(l)) {
        chain.push((location.function.clone(), location.at.line));
        cursor = location.inlined_at;
    }
    let expected = [("inner", 3), ("middle", 6), ("outer", 9)].map(|(f, l)| (f.to_string(), l));
    assert_eq!(chain, expected);
}

#[test]
fn programs_without_debug_information_or_names() {
    let text = "int g(int); int f(int a, int b) { if (a > b) return g(a); return b; }";
    let program = given(text, &["-O1", "-g0", "-fdiscard-value-names"]);
    let f = function(&program, "f");
    assert!(insts(f).all(|i| program.location(i.loc).is_none()));
    assert!(f.loc.is_none() && f.debug_params.is_empty());
    let names: Vec<&str> = f.blocks.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names, ["block.0", "block.1", "block.2"]);
    assert_eq!(f.regs[0].name, "%arg.0");
    assert_eq!(f.regs[2].name, "%block.0.0");
}

fn ty(program: &Program, id: DebugTypeId) -> &DebugType {
    &program.debug_types[id.0 as usize]
}

#[test]
fn c_types_of_parameters_and_globals() {
    let text = "#include <stdbool.h>
enum colour { RED, GREEN = -4, BLUE = 7 };
typedef struct list { struct list *next; const char *name; int m[2][3]; unsigned low : 3, high : 5; enum colour c; } list_t;
struct later; union both { int i; double d; };
list_t *first; int matrix[4][5];
int f(list_t *l, const int *ro, bool b, unsigned char u, enum colour c, struct later *s, union both *x, int (*fn)(int), long double ld) { return 0; }
";
    let with_retained = c(text);
    for program in [given(text, &["-O0"]), with_retained] {
        let f = function(&program, "f");
        let names: Vec<&str> = f.debug_params.iter().map(|(n, _)| n.as_str()).collect();
        assert_eq!(names, ["l", "ro", "b", "u", "c", "s", "x", "fn", "ld"]);
        for (param, (_, debug)) in f.params.iter().zip(&f.debug_params) {
            assert_eq!(param.debug, Some(*debug));
        }
        let at = |i: usize| ty(&program, f.debug_params[i].1);
        let DebugType::Pointer { to: list, to_const: false } = at(0) else { panic!("{:?}", at(0)) };
        let DebugType::Struct { name, size: 48, members } = ty(&program, *list) else {
            panic!("{:?}", ty(&program, *list))
        };
        assert_eq!(name, "list");
        let shapes: Vec<(&str, u64, u64)> =
            members.iter().map(|m| (m.name.as_str(), m.bit_offset, m.bit_size)).collect();
        assert_eq!(
            shapes,
            [
                ("next", 0, 64),
                ("name", 64, 64),
                ("m", 128, 192),
                ("low", 320, 3),
                ("high", 323, 5),
                ("c", 352, 32)
            ]
        );
        assert_eq!(ty(&program, members[0].ty), &DebugType::Pointer { to: *list, to_const: false });
        assert!(matches!(ty(&program, members[1].ty), DebugType::Pointer { to_const: true, .. }));
        let DebugType::Array { of, count: Some(2) } = ty(&program, members[2].ty) else { panic!("an array") };
        assert!(matches!(ty(&program, *of), DebugType::Array { count: Some(3), .. }));
        assert!(matches!(at(1), DebugType::Pointer { to_const: true, .. }));
        assert_eq!(at(2), &DebugType::Bool);
        assert_eq!(at(3), &DebugType::Char { signed: false });
        let DebugType::Enum { values, bits: 32, .. } = at(4) else { panic!("{:?}", at(4)) };
        assert_eq!(values[..], [("RED", 0), ("GREEN", -4), ("BLUE", 7)].map(|(n, v)| (n.to_string(), v)));
        let DebugType::Pointer { to, .. } = at(5) else { panic!("{:?}", at(5)) };
        assert_eq!(ty(&program, *to), &DebugType::Unknown { name: "later".to_string() });
        let DebugType::Pointer { to, .. } = at(6) else { panic!("{:?}", at(6)) };
        assert!(matches!(ty(&program, *to), DebugType::Union { size: 8, .. }));
        let DebugType::Pointer { to, .. } = at(7) else { panic!("{:?}", at(7)) };
        assert_eq!(ty(&program, *to), &DebugType::Function);
        assert_eq!(at(8), &DebugType::Float { bits: 128 });
        let matrix = program.globals.iter().find(|g| g.name == "matrix").unwrap();
        assert!(matches!(ty(&program, matrix.debug.unwrap()), DebugType::Array { count: Some(4), .. }));
        assert_eq!(matrix.loc.unwrap().line, 5);
    }
}

#[test]
fn parameters_that_the_abi_split_have_no_c_type() {
    let program = c("struct two { long a, b; }; struct one { int a; }; struct big { long a[4]; };
                     long f(struct two t, int x) { return t.a + x; } int g(struct one o, int x) { return o.a + x; }
                     struct big h(struct big b, int x) { b.a[0] = x; return b; }");
    let debug =
        |name: &str| function(&program, name).params.iter().map(|p| p.debug.is_some()).collect::<Vec<_>>();
    assert_eq!(debug("f"), [false, false, false]);
    assert_eq!(function(&program, "f").debug_params.len(), 2);
    assert_eq!(debug("g"), [true, true]);
    assert_eq!(debug("h"), [false, true, true], "the hidden result has none");
}

#[test]
fn files_are_named_as_they_were_given() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("inc")).unwrap();
    folder.write("inc/h.h", "static inline int twice(int x) { return x / 2; }\n");
    let main = folder.write("main.c", "#include \"inc/h.h\"\nint main(void) { return twice(4); }\n");
    let program = load(std::slice::from_ref(&main), &options()).unwrap();
    assert!(program.files.contains(&main.display().to_string()), "{:?}", program.files);
    let header = folder.path().join("inc/h.h").display().to_string();
    assert!(program.files.contains(&header), "{:?}", program.files);
    assert_eq!(function(&program, "main").unit, main.display().to_string());
    let clang = program.origin.clang.as_deref().unwrap_or_default();
    assert!(clang.contains("clang version 19."), "{clang}");
}

#[test]
fn compilation_databases_bring_their_own_flags() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("build")).unwrap();
    folder.write("a.c", "#ifndef A\n#error no A\n#endif\nint b(void); int main(void) { return b() + A; }\n");
    folder.write("b.c", "#ifdef A\n#error A\n#endif\nint b(void) { return EXTRA; }\n");
    let database = folder.write(
        "build/compile_commands.json",
        r#"[{"directory": ".", "file": "../a.c", "command": "gcc -O3 -DA=3 -o a.o -c ../a.c"},
            {"directory": ".", "file": "../b.c", "arguments": ["gcc", "-c", "../b.c", "-o", "b.o"]}]"#,
    );
    let mut options = options();
    options.compile_commands = Some(database);
    options.clang_flags = vec!["-DEXTRA=1".to_string()];
    let program = load(&[], &options).unwrap();
    assert!(!function(&program, "b").is_declaration());
    assert_eq!(program.origin.inputs.len(), 2);
    for file in &program.files {
        assert!(std::path::Path::new(file).exists(), "{file} can be found from here");
    }
}
