//! Calling a function other than main: the C that does it.
//!
//! The file that defines the function is included, so that the call has its prototype in sight and a
//! static function can be called. The call is made from a constructor: a main of the program's own may
//! stay, and does not run.

use rethread_testcase::{Build, Entry, Scalar, Test};
use std::fmt::Write;
use std::path::Path;

/// Why a test with this entry cannot be run.
pub fn unfit(build: &Build, test: &Test, function: &str) -> Option<String> {
    let Some(entry) = build.entry.as_ref().filter(|e| e.function == function) else {
        return Some(format!("the build does not say how to call the entry {function}"));
    };
    if !entry.file.ends_with(".c") {
        return Some(format!("the entry {function} is not in a C file: {}", entry.file));
    }
    if let Some(odd) = entry.parameters.iter().find(|p| c_type(p.scalar, p.size).is_none()) {
        let what = if odd.scalar == Scalar::Pointer { "a pointer" } else { "not a number" };
        return Some(format!("the parameter {} of the entry {function} is {what}", odd.name));
    }
    // What the driver cannot put in place, the run would not see.
    let placed = |name: &str| name.starts_with("global:") || !name.contains([':', '*', '.']);
    let arguments: Vec<String> = entry.parameters.iter().map(|p| format!("arg:{}", p.name)).collect();
    let odd = test.inputs.iter().find(|i| !placed(&i.name) && !arguments.contains(&i.name));
    odd.map(|input| format!("the input {} cannot be put in place natively", input.name))
}

/// The C file that includes SOURCE and calls the entry.
pub fn source(entry: &Entry, source: &Path) -> String {
    let mut text = format!("#include \"{}\"\n", source.display());
    text.push_str("void __rethread_input(void *, unsigned long, const char *);\n");
    text.push_str("void __rethread_globals(void);\n");
    text.push_str("void exit(int);\n");
    text.push_str("__attribute__((constructor(65000))) static void __rethread_call_entry(void) {\n");
    text.push_str("    __rethread_globals();\n");
    for (i, parameter) in entry.parameters.iter().enumerate() {
        let ty = c_type(parameter.scalar, parameter.size).unwrap_or("int");
        let _ = writeln!(text, "    {ty} __rethread_arg{i};");
        let _ = writeln!(
            text,
            "    __rethread_input(&__rethread_arg{i}, {}, \"arg:{}\");",
            parameter.size, parameter.name
        );
    }
    let arguments: Vec<String> = (0..entry.parameters.len()).map(|i| format!("__rethread_arg{i}")).collect();
    let _ = writeln!(text, "    {}({});\n    exit(0);\n}}", entry.function, arguments.join(", "));
    text
}

fn c_type(scalar: Scalar, size: u64) -> Option<&'static str> {
    match (scalar, size) {
        (Scalar::Integer, 1) => Some("unsigned char"),
        (Scalar::Integer, 2) => Some("unsigned short"),
        (Scalar::Integer, 4) => Some("unsigned int"),
        (Scalar::Integer, 8) => Some("unsigned long"),
        (Scalar::Integer, 16) => Some("unsigned __int128"),
        (Scalar::Float, 4) => Some("float"),
        (Scalar::Float, 8) => Some("double"),
        (Scalar::Float, 16) => Some("long double"),
        _ => None,
    }
}
