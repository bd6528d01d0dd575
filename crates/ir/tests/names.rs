//! An edit somewhere leaves every other name as it was.

mod common;

use common::{Folder, c, options};
use rethread_ir::{BlockId, FuncId, Program, Reg, load};
use std::collections::BTreeSet;

/// Every name that belongs to the function, and the globals it uses by name in its text form.
fn names_of(program: &Program, name: &str) -> BTreeSet<String> {
    let id = program.find_function(name).expect("the function exists");
    let f = program.function(id);
    let mut out = BTreeSet::from([program.function_name(id)]);
    for (b, block) in f.blocks.iter().enumerate() {
        out.extend((0..block.insts.len()).map(|i| program.inst_name(id, BlockId(b as u32), i)));
    }
    out.extend((0..f.regs.len()).map(|r| program.reg_name(id, Reg(r as u32))));
    out
}

fn body_text(program: &Program, name: &str) -> String {
    let text = program.to_string();
    let id: FuncId = program.find_function(name).unwrap();
    let start = text.find(&format!("@{}(", program.function_name(id))).unwrap();
    // Without the places, which move.
    let body = &text[start..start + text[start..].find("\n}").unwrap()];
    body.lines().map(|l| l.split("  ; ").next().unwrap()).collect::<Vec<_>>().join("\n")
}

const KEPT: &str = "static int kept(int n) { static int calls; calls++; int s = 0;
  for (int i = 0; i < n; i++) { if (i % 3) s += puts(\"kept\"); else s -= printf(\"%d %s\", i, \"a rather long literal that is cut in its name\"); }
  int *p = (int[]){ 1, 2, 3 }; return s + p[n & 1]; }\n";

#[test]
fn an_edit_leaves_other_functions_alone() {
    let head = "int puts(const char *); int printf(const char *, ...);\n";
    let tail = "int main(int c, char **v) { return kept(c) + other(c); }\n";
    let folder = Folder::new();
    let version = |text: &str| load(&[folder.write("t.c", text)], &options()).expect("it compiles");
    let old = version(&format!("{head}static int other(int x) {{ return x; }}\n{KEPT}{tail}"));
    let new = version(&format!(
        "{head}int added; struct extra {{ int a; }} e;
         static int other(int x) {{ int t = 0; static int calls; calls++; while (x --> 0) t += puts(\"new\") + printf(\"%d\", x); int *q = (int[]){{ x, 7 }}; return t + q[1]; }}\n\n\n{KEPT}{tail}"
    ));
    assert_eq!(names_of(&old, "kept"), names_of(&new, "kept"));
    assert_eq!(body_text(&old, "kept"), body_text(&new, "kept"), "literals and statics keep their names too");
    assert_ne!(names_of(&old, "other"), names_of(&new, "other"));
}

#[test]
fn names_inside_a_program_are_unique() {
    let program = c(&format!(
        "int puts(const char *); int printf(const char *, ...);\n{KEPT}
         static int a(void) {{ static int x; {{ static int x = 2; return x; }} }} int main(int c, char **v) {{ return kept(c) + a(); }}"
    ));
    for (i, f) in program.functions.iter().enumerate() {
        let regs: BTreeSet<&str> = f.regs.iter().map(|r| r.name.as_str()).collect();
        assert_eq!(regs.len(), f.regs.len(), "registers of {}", program.function_name(FuncId(i as u32)));
        let blocks: BTreeSet<&str> = f.blocks.iter().map(|b| b.name.as_str()).collect();
        assert_eq!(blocks.len(), f.blocks.len());
    }
    let globals: BTreeSet<String> =
        (0..program.globals.len()).map(|g| program.global_name(rethread_ir::GlobalId(g as u32))).collect();
    assert_eq!(globals.len(), program.globals.len());
}
