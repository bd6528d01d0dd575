//! The text that is both run natively and explored: the program, and behind it what prints its globals at the end
//! of the process and what its inputs are. The program's own lines keep their numbers.

use super::globals;
use std::fs;
use std::path::{Path, PathBuf};

/// What an input is, one unit each.
pub const INPUTS: [u8; 3] = [0, 1, 7];

/// Natively a false assume ends the run with this code: such a run shows nothing.
pub const ASSUMED: i32 = 77;

const INPUT_FUNCTIONS: [&str; 2] = ["__VERIFIER_nondet_int", "rethread_symbolic"];

pub struct Unit {
    pub input: u8,
    pub frees: bool,
    pub assumes: bool,
    /// For rethread.
    pub explored: PathBuf,
    /// For clang: the same, and atomic sections that take a lock.
    pub native: PathBuf,
}

/// One unit, or one an input if the program has inputs.
pub fn units(program: &Path, include: &Path, folder: &Path) -> Result<Vec<Unit>, String> {
    let source = fs::read_to_string(program).map_err(|e| format!("{}: {e}", program.display()))?;
    let shown = globals::statements(program, include, folder)?;
    let base = program.file_name().ok_or("a program is a file")?;
    let inputs = if INPUT_FUNCTIONS.iter().any(|f| source.contains(f)) { &INPUTS[..] } else { &INPUTS[..1] };
    let mut units = Vec::new();
    for &input in inputs {
        let epilogue = epilogue(&source, &shown, input);
        let (frees, assumes) = (source.contains("free("), source.contains("_assume("));
        let place = |kind: &str| folder.join(format!("{kind}{input}")).join(base);
        let unit = Unit { input, frees, assumes, explored: place("explored"), native: place("native") };
        write(&unit.explored, &format!("{source}\n{epilogue}"))?;
        write(&unit.native, &format!("{}\n{epilogue}{}", sections(&source), native_only(&source)))?;
        units.push(unit);
    }
    Ok(units)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().ok_or("a file is in a folder")?;
    fs::create_dir_all(folder).and_then(|()| fs::write(path, text)).map_err(|e| e.to_string())
}

fn epilogue(source: &str, shown: &str, input: u8) -> String {
    let mut text = String::from(PRINTING);
    text.push_str(&format!(
        "__attribute__((destructor)) static void native_final_state(void) {{\n{shown}}}\n"
    ));
    if source.contains("__VERIFIER_nondet_int") {
        text.push_str(&format!("int __VERIFIER_nondet_int(void) {{ return {input}; }}\n"));
    }
    if source.contains("rethread_symbolic") {
        text.push_str(&format!(
            "void rethread_symbolic(void *to, unsigned long size, const char *name) {{\n\
             for (unsigned long i = 0; i < size; i++) ((char *)to)[i] = i == 0 ? {input} : 0;\n}}\n"
        ));
    }
    text
}

const PRINTING: &str = r#"
#include <stdio.h>
static void native_integer(const char *name, long long value) { printf("%s=%lld\n", name, value); }
static void native_float(const char *name, double value) { printf("%s=%a\n", name, value); }
static void native_pointer(const char *name, const void *value) { printf("%s=%s\n", name, value ? "set" : "null"); }
#define NATIVE_SHOW(name, value) _Generic((value), \
    _Bool: native_integer, char: native_integer, signed char: native_integer, unsigned char: native_integer, \
    short: native_integer, unsigned short: native_integer, int: native_integer, unsigned: native_integer, \
    long: native_integer, unsigned long: native_integer, long long: native_integer, \
    unsigned long long: native_integer, float: native_float, double: native_float, \
    default: native_pointer)(name, value)
"#;

/// What rethread has built in and the machine has not. Atomic sections exclude each other by one lock; that
/// accesses outside of sections cannot come between is more than it gives.
fn native_only(source: &str) -> String {
    let mut text = String::new();
    for assume in ["__VERIFIER_assume", "rethread_assume", "klee_assume"] {
        if source.contains(&format!("{assume}(")) {
            text.push_str(&format!(
                "void _exit(int);\nvoid {assume}(int holds) {{ if (!holds) _exit({ASSUMED}); }}\n"
            ));
        }
    }
    if source.contains("__VERIFIER_atomic_") {
        text.push_str(
            "#include <pthread.h>\n\
             static pthread_mutex_t native_section = {.__data.__kind = PTHREAD_MUTEX_RECURSIVE_NP};\n\
             void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&native_section); }\n\
             void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&native_section); }\n\
             void native_leave(int *section) { __VERIFIER_atomic_end(); }\n\
             int native_enter(void) { __VERIFIER_atomic_begin(); return 0; }\n",
        );
    }
    text
}

/// A function whose name begins with `__VERIFIER_atomic_` is one section from its first brace on.
fn sections(source: &str) -> String {
    let guard = "int native_enter(void); void native_leave(int *); \
                 __attribute__((cleanup(native_leave))) int native_guard = native_enter();";
    let mut text = String::new();
    for line in source.lines() {
        text.push_str(line);
        if line.contains("__VERIFIER_atomic_") && line.ends_with(") {") && !line.starts_with(' ') {
            text.push_str(guard);
        }
        text.push('\n');
    }
    text
}
