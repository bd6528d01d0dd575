//! A test as C: a file with its inputs, its schedule and the runtime, and the lines of a Makefile that build the program
//! with it. Neither rethread nor its sources are needed to run it.
//!
//! Guarantee: the run is the one that `rethread replay` would do in the first flavour for the test's end. The line table
//! is read by the executable itself (`runtime/lines.c`), so sources may be edited and built again.

use crate::flavour::{self, Attempt, Flavour, Leaks, Variant};
use crate::native::{LENIENT, is_c};
use crate::{driver, judge, needs_schedule, run, schedule, tools, unfit, wraps};
use rethread_testcase::{Build, Test, Unit};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// A file to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    pub name: String,
    pub text: String,
}

/// One test, ready to be written.
pub struct Exported {
    pub files: Vec<File>,
    /// What its program is compiled as, and how that is linked.
    rule: String,
    variant: Variant,
    name: String,
}

/// The test as files whose names begin with NAME; or why it cannot be.
pub fn export(build: &Build, test: &Test, name: &str) -> Result<Exported, String> {
    if let Some(why) = unfit(build, test) {
        return Err(why);
    }
    let scheduled = needs_schedule(test);
    if build.inputs.iter().any(|unit| !is_c(unit)) {
        return Err("its program is bitcode, which only `rethread replay` can run".into());
    }
    let Some(&attempt) = flavour::attempts(&test.end.how).first() else {
        return Err("no native run shows such an end".into());
    };
    let variant = Variant { flavour: attempt.flavour, scheduled };
    let mut files =
        vec![File { name: format!("{name}.c"), text: c_file(build, test, variant, attempt, name) }];
    let mut objects = vec![format!("{name}.o")];
    for (index, unit) in build.inputs.iter().enumerate() {
        let entry = build.entry.as_ref().filter(|e| test.entry.is_some() && e.file == unit.file);
        match entry {
            Some(entry) => {
                let text = driver::source(entry, &source(build, unit));
                files.push(File { name: format!("{name}.entry.c"), text });
                objects.push(format!("{name}.entry.o"));
            }
            None => objects.push(object(variant, index)),
        }
    }
    Ok(Exported { files, rule: rule(build, test, variant, name, &objects), variant, name: name.into() })
}

/// The Makefile for all of them, and the headers that programs may include.
pub fn makefile(build: &Build, tests: &[Exported]) -> Vec<File> {
    let names: Vec<&str> = tests.iter().map(|t| t.name.as_str()).collect();
    let mut text = String::from("# Tests of rethread that stand for themselves: `make`, then run them.\n");
    text.push_str("CLANG ?= clang-19\n");
    for (index, unit) in build.inputs.iter().enumerate() {
        let _ = writeln!(text, "SOURCE{index} ?= {}", escape(&source(build, unit).to_string_lossy()));
    }
    let _ = writeln!(text, "\nall: {}\n", names.join(" "));
    let variants: BTreeSet<Variant> = tests.iter().map(|t| t.variant).collect();
    if variants.iter().any(|v| v.scheduled) {
        let list: Vec<String> = wraps::renamed().map(|(name, other)| format!("-D{name}={other}")).collect();
        let _ = writeln!(text, "# What synchronises is asked of the runtime.\nNAMES = {}\n", list.join(" "));
    }
    for variant in variants {
        for (index, unit) in build.inputs.iter().enumerate() {
            let object = object(variant, index);
            let _ = writeln!(text, "{object}: $(SOURCE{index})");
            text.push_str(&compile(build, variant, unit, &format!("$(SOURCE{index})"), &object));
            text.push('\n');
        }
    }
    for test in tests {
        text.push_str(&test.rule);
        text.push('\n');
    }
    let _ = writeln!(text, "clean:\n\trm -f {} *.o *.bc\n\n.PHONY: all clean", names.join(" "));
    let mut files = vec![File { name: "Makefile".into(), text }];
    files.extend(tools::headers().map(|(name, text)| File { name: name.into(), text: text.into() }));
    files
}

fn object(variant: Variant, index: usize) -> String {
    format!("program{index}-{}.o", variant.name())
}

fn source(build: &Build, unit: &Unit) -> std::path::PathBuf {
    let folder = unit.directory.as_deref().unwrap_or(&build.cwd);
    let path = folder.join(&unit.file);
    if path.exists() { path } else { build.cwd.join(&unit.file) }
}

/// For a Makefile.
fn escape(text: &str) -> String {
    text.replace('$', "$$").replace('#', "\\#").replace(' ', "\\ ")
}

/// For the shell of a Makefile.
fn quote(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,+:@%".contains(c);
    let text = text.replace('$', "$$");
    if !text.is_empty() && text.chars().all(|c| plain(c) || c == '$') && !text.contains('$') {
        return text;
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The sanitizers of a variant. The driver refuses some of them together; its compiler does not.
fn sanitizers(variant: Variant) -> Vec<String> {
    let mut flags: Vec<String> = variant.flavour.flags().iter().map(|f| f.to_string()).collect();
    if variant.scheduled {
        flags.extend(["-Xclang", "-fsanitize=thread"].map(String::from));
    }
    flags
}

/// The commands that make an object of a source: as it is explored, then instrumented.
fn compile(build: &Build, variant: Variant, unit: &Unit, from: &str, object: &str) -> String {
    let folder = unit.directory.as_deref().unwrap_or(&build.cwd).to_string_lossy().into_owned();
    let mut flags: Vec<String> = unit.flags.iter().map(|f| quote(f)).collect();
    flags.extend(
        ["-U_FORTIFY_SOURCE", "-fno-sanitize=all", "-idirafter", "$(CURDIR)/include"].map(String::from),
    );
    flags.extend(LENIENT.map(String::from));
    let sanitizers = sanitizers(variant).join(" ");
    let last = "-g -gdwarf-5 -O0 -fPIE -fno-lto -fno-omit-frame-pointer -fno-optimize-sibling-calls -w";
    let flags = flags.join(" ");
    let folder = quote(&folder);
    if !variant.scheduled {
        return format!(
            "\tcd {folder} && $(CLANG) {flags} {last} {sanitizers} -c {from} -o $(CURDIR)/{object}\n"
        );
    }
    let middle = Path::new(object).with_extension("bc").to_string_lossy().into_owned();
    format!(
        "\tcd {folder} && $(CLANG) {flags} $(NAMES) -g -gdwarf-5 -O1 -Xclang -disable-llvm-passes -fPIE {sanitizers} \
         -emit-llvm -c {from} -o $(CURDIR)/{middle}\n\
         \t$(CLANG) {last} {sanitizers} -mllvm -tsan-instrument-read-before-write=1 -c {middle} -o {object}\n"
    )
}

fn rule(build: &Build, test: &Test, variant: Variant, name: &str, objects: &[String]) -> String {
    let mut text = String::new();
    if let Some(unit) = build
        .inputs
        .iter()
        .find(|u| test.entry.is_some() && build.entry.as_ref().is_some_and(|e| e.file == u.file))
    {
        let (from, object) = (format!("$(CURDIR)/{name}.entry.c"), format!("{name}.entry.o"));
        let _ = writeln!(text, "{object}: {name}.entry.c");
        text.push_str(&compile(build, variant, unit, &from, &object));
    }
    let runtime = variant.runtime_flags().join(" ");
    let _ = writeln!(text, "{name}.o: {name}.c");
    let _ = writeln!(
        text,
        "\t$(CLANG) -std=gnu11 -g -gdwarf-5 -fPIE -fno-omit-frame-pointer -w -fno-builtin {runtime} -c {name}.c -o {name}.o"
    );
    let libraries: Vec<String> = build
        .inputs
        .iter()
        .flat_map(|unit| unit.flags.iter().filter(|f| f.starts_with("-l") || f.starts_with("-L")))
        .map(|f| quote(f))
        .collect();
    let objects = objects.join(" ");
    let _ = writeln!(text, "{name}: {objects}");
    let _ = writeln!(
        text,
        "\t$(CLANG) -pie -g -rdynamic {} -Wl,--wrap={} -Wl,--allow-multiple-definition {objects} -o {name} {} -lm -lpthread -ldl",
        variant.flavour.flags().join(" "),
        wraps::MAIN,
        libraries.join(" "),
    );
    text
}

/// The C file: what the test says, as a comment and as data, then the runtime.
fn c_file(build: &Build, test: &Test, variant: Variant, attempt: Attempt, name: &str) -> String {
    let end = judge::expectation(&test.end.how);
    let mut text = format!("/* A test of rethread. It ends with {}.\n *\n", comment(&end));
    let _ = writeln!(text, " * `make {name}` builds it with the program, `./{name}` runs it.");
    for input in &test.inputs {
        let _ = writeln!(text, " *   {} = {}", comment(&input.name), comment(&input.value));
    }
    for step in &test.environment {
        let _ = writeln!(text, " *   {}: {} at {}", step.thread, step.what, comment(&step.place));
    }
    if !test.schedule.is_empty() {
        text.push_str(" *\n * The steps of its threads:\n");
    }
    for step in &test.schedule {
        let _ = writeln!(text, " *   {}: {} at {}", step.thread, step.what, comment(&step.place));
    }
    text.push_str(" */\n#define _GNU_SOURCE\n#define RETHREAD_EXPORTED\n");
    let _ = writeln!(text, "#define RETHREAD_END {}", literal(end.as_bytes()));
    bytes(&mut text, "rethread_inputs", &run::records(&test.inputs));
    bytes(&mut text, "rethread_stdin", &test.stdin);
    text.push_str("static const char *const rethread_args[] = {");
    for argument in &test.args {
        let _ = write!(text, "{}, ", literal(argument));
    }
    text.push_str("0};\n");
    if variant.scheduled {
        let (blob, sites) = schedule::exported(build, test);
        bytes(&mut text, "rethread_schedule", &blob);
        text.push_str(
            "static const struct {\n    const char *file;\n    unsigned line, column;\n    int spin;\n}",
        );
        text.push_str(" rethread_sites[] = {\n");
        for site in &sites {
            let file = literal(site.file.as_bytes());
            let _ =
                writeln!(text, "    {{{file}, {}, {}, {}}},", site.line, site.column, u8::from(site.spin));
        }
        text.push_str("    {\"\", 0, 0, 0},\n};\n");
        for name in wraps::WRAPPED.iter().filter(|n| **n != wraps::MAIN) {
            let _ = writeln!(text, "#define __real_{name} {name}");
        }
    }
    if let Some((name, options)) = options(attempt) {
        let _ = writeln!(text, "const char *{name}(void) {{ return \"{options}\"; }}");
    }
    text.push_str(&tools::runtime_text());
    text
}

/// The sanitizer's own variable for its options.
fn options(attempt: Attempt) -> Option<(&'static str, &'static str)> {
    match (attempt.flavour, attempt.leaks) {
        (Flavour::Address, Leaks::Ignored) => Some((
            "__asan_default_options",
            "allocator_may_return_null=1:redzone=2048:max_redzone=2048:detect_stack_use_after_return=1:detect_leaks=0",
        )),
        (Flavour::Address, _) => {
            Some(("__asan_default_options", "allocator_may_return_null=1:detect_leaks=1"))
        }
        _ => None,
    }
}

fn comment(text: &str) -> String {
    text.replace("*/", "*_/").replace("/*", "/_*").replace('\n', "\\n")
}

fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => _ = write!(text, "\\{}", byte as char),
            b'?' => text.push_str("\\?"),
            0x20..0x7f => text.push(byte as char),
            _ => _ = write!(text, "\\{byte:03o}"),
        }
    }
    text.push('"');
    text
}

fn bytes(text: &mut String, name: &str, bytes: &[u8]) {
    let _ = writeln!(text, "_Alignas(8) static const unsigned char {name}[] = {{");
    for line in bytes.chunks(24) {
        let numbers: Vec<String> = line.iter().map(u8::to_string).collect();
        let _ = writeln!(text, "    {},", numbers.join(","));
    }
    let _ = writeln!(text, "    0,\n}};\nstatic const unsigned long {name}_size = {};", bytes.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_names_is_harmless_in_c_and_make() {
        assert_eq!(comment("a */ b"), "a *_/ b");
        assert_eq!(literal(b"a\"\\\n\x01\xff??"), "\"a\\\"\\\\\\012\\001\\377\\?\\?\"");
        assert_eq!(quote("-DX=1"), "-DX=1");
        assert_eq!(quote("-DX=a b$c'"), "'-DX=a b$$c'\\'''");
        assert_eq!(escape("/a b$c#"), "/a\\ b$$c\\#");
    }
}
