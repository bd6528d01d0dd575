//! `rethread test ls | show | export`.

use crate::args::{ExportFormat, TestCommand};
use crate::fail::{Ending, Failure, OK};
use rethread_report::ktest::KTest;
use rethread_report::terminal::{Palette, input_text};
use rethread_report::value::{c_string, shorten};
use rethread_testcase::{Build, EndKind, Test, TestSource};
use std::fmt::Write;
use std::fs;
use std::path::Path;

pub fn run(command: &TestCommand) -> Ending {
    match command {
        TestCommand::Ls { tests } => list(tests),
        TestCommand::Show { test } => show(test),
        TestCommand::Export { tests, format, to } => export(tests, *format, to),
    }
}

/// `exit 0`, `assert at a.c:9`.
pub fn ending(how: &EndKind) -> String {
    match how {
        EndKind::Exit { code } => format!("exit {code}"),
        EndKind::Bug { bug, place } => format!("{bug} at {}:{}", place.file, place.line),
        EndKind::Bound { bound } => format!("cut by {bound}"),
        EndKind::Assume => "false assume".into(),
    }
}

fn list(argument: &str) -> Ending {
    let tests = TestSource::find(argument)?.tests()?;
    let width = tests.iter().map(|t| t.id.len()).max().unwrap_or(0);
    let ends: Vec<String> = tests.iter().map(|t| ending(&t.end.how)).collect();
    let end_width = ends.iter().map(|e| e.chars().count()).max().unwrap_or(0).min(40);
    let mut text = String::new();
    for (test, end) in tests.iter().zip(&ends) {
        let _ = writeln!(text, "{:width$}  {end:end_width$}  {}", test.id, inputs_in_short(test));
    }
    crate::print(&text)?;
    Ok(OK)
}

fn inputs_in_short(test: &Test) -> String {
    let mut parts: Vec<String> =
        test.inputs.iter().map(|i| format!("{}={}", i.name, shorten(&i.value, 30))).collect();
    if !test.args.is_empty() {
        let args: Vec<String> = test.args.iter().map(|a| c_string(a)).collect();
        parts.push(format!("arguments={}", args.join(" ")));
    }
    if !test.stdin.is_empty() {
        parts.push(format!("stdin={}", c_string(&test.stdin)));
    }
    shorten(&parts.join(" "), 100)
}

fn show(argument: &str) -> Ending {
    let source = TestSource::find(argument)?;
    let tests = match &source {
        TestSource::Suite(path) => {
            let path = path.display();
            return Err(Failure(format!(
                "{path} is a suite; name one test as {path}:ID (`rethread test ls {path}` lists them)"
            )));
        }
        source => source.tests()?,
    };
    let mut text = String::new();
    for test in &tests {
        let _ = writeln!(text, "test {}", test.id);
        if let Some(entry) = &test.entry {
            let _ = writeln!(text, "  starts at {entry}");
        }
        let mut inputs = String::new();
        input_text(&mut inputs, test, &Palette::plain());
        text.push_str(&inputs.replace("input that triggers it", "input"));
        let _ = writeln!(text, "  ends with {}", ending(&test.end.how));
        for (name, bytes) in [("standard output", &test.end.stdout), ("standard error", &test.end.stderr)] {
            if !bytes.is_empty() {
                let _ = writeln!(text, "  {name}: {}", shorten(&c_string(bytes), 2000));
            }
        }
        if !test.replayable {
            text.push_str("  a native run may end differently: rethread made a choice of its own\n");
        }
    }
    crate::print(&text)?;
    Ok(OK)
}

fn export(argument: &str, format: ExportFormat, to: &Path) -> Ending {
    let source = TestSource::find(argument)?;
    let tests = source.tests()?;
    // KLEE's first argument is the program; without build.json its name is not known.
    let program = source.build().ok().and_then(|b| b.inputs.first().map(|u| u.file.clone()));
    let program = program.unwrap_or_else(|| "program".into());
    fs::create_dir_all(to).map_err(|e| cannot(to, e))?;
    if format == ExportFormat::C {
        return export_c(&source.build()?, &tests, to);
    }
    for test in &tests {
        let id = file_name(&test.id);
        match format {
            ExportFormat::C => unreachable!("all tests together"),
            ExportFormat::Libfuzzer => {
                let inputs = test.inputs.iter().flat_map(|input| &input.bytes).chain(&test.stdin);
                write(&to.join(id), &inputs.copied().collect::<Vec<u8>>())?;
            }
            ExportFormat::Ktest => {
                write(&to.join(format!("{id}.ktest")), &KTest::of(test, &program).to_bytes())?;
            }
            ExportFormat::Json => {
                let text = serde_json::to_string_pretty(test)? + "\n";
                write(&to.join(format!("{id}.json")), text.as_bytes())?;
            }
            ExportFormat::Raw => raw(&to.join(id), test)?,
        }
    }
    let tests = rethread_report::value::count(tests.len() as u64, "test", "tests");
    crate::print(&format!("{tests} written to {}\n", to.display()))?;
    Ok(OK)
}

/// C files that need nothing of rethread's; what cannot be one is said.
fn export_c(build: &Build, tests: &[Test], to: &Path) -> Ending {
    let mut exported = Vec::new();
    for test in tests {
        match rethread_replay::export::export(build, test, &format!("test-{}", file_name(&test.id))) {
            Ok(one) => exported.push(one),
            Err(why) => crate::print(&format!("test {}: left out: {why}\n", test.id))?,
        }
    }
    if exported.is_empty() {
        return Err(Failure("no test could be written as C: `rethread replay` says more".into()));
    }
    let makefile = rethread_replay::export::makefile(build, &exported);
    for file in exported.iter().flat_map(|one| &one.files).chain(&makefile) {
        let path = to.join(&file.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|e| cannot(parent, e))?;
        }
        write(&path, file.text.as_bytes())?;
    }
    let written = rethread_report::value::count(exported.len() as u64, "test", "tests");
    crate::print(&format!("{written} written to {0}: make -C {0}\n", to.display()))?;
    Ok(OK)
}

fn raw(folder: &Path, test: &Test) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|e| cannot(folder, e))?;
    for (i, input) in test.inputs.iter().enumerate() {
        write(&folder.join(format!("{:03}-{}", i, file_name(&input.name))), &input.bytes)?;
    }
    let args: Vec<u8> = test.args.iter().flat_map(|a| a.iter().copied().chain([0])).collect();
    write(&folder.join("args"), &args)?;
    write(&folder.join("stdin"), &test.stdin)
}

/// Names come from the program: only what is harmless in a file name stays.
fn file_name(name: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = name.chars().map(keep).take(100).collect();
    if name.is_empty() || name.starts_with('.') { format!("_{name}") } else { name }
}

fn cannot(path: &Path, error: std::io::Error) -> Failure {
    Failure(format!("cannot write {}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|e| cannot(path, e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_inputs_are_harmless_as_files() {
        assert_eq!(file_name("../../etc/passwd"), "_.._.._etc_passwd");
        assert_eq!(file_name("*p->next[0]"), "_p-_next_0_");
        assert_eq!(file_name(""), "_");
    }
}
