//! `rethread test export --format c`: what is written is built by make and clang in a folder of its own, and the bug
//! appears. `--format libfuzzer`: the bytes of the inputs.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use support::process::{self, Finished};

const BUDGET: Duration = Duration::from_secs(120);

fn run(folder: &Path, program: &str, arguments: &[&str]) -> Finished {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    let finished = process::run(&mut command, folder, BUDGET).expect(program);
    assert!(!finished.timed_out, "no answer: {}", process::shown(&command));
    finished
}

fn said(finished: &Finished) -> String {
    format!("{}{}", String::from_utf8_lossy(&finished.stdout), String::from_utf8_lossy(&finished.stderr))
}

/// Explores a program of `tests/programs`, and exports its first bug.
fn exported(folder: &Path, program: &str, arguments: &[&str], format: &str) -> PathBuf {
    let file = support::tree::root().join(program);
    let name = file.file_name().expect("a name").to_str().expect("a name");
    fs::copy(&file, folder.join(name)).expect("a program");
    let rethread = env!("CARGO_BIN_EXE_rethread");
    let checked = run(folder, rethread, &[&["check", name, "--out", "out"], arguments].concat());
    assert_eq!(checked.code, Some(1), "{}", said(&checked));
    let done = run(folder, rethread, &["test", "export", "out/bugs/1", "--format", format, "--to", "to"]);
    assert_eq!(done.code, Some(0), "{}", said(&done));
    folder.join("to")
}

/// Builds what was exported and runs it: it says this, and ends with that code or signal.
fn shows(program: &str, arguments: &[&str], parts: &[&str], end: (Option<i32>, Option<i32>)) {
    let folder = tempfile::tempdir().expect("a folder");
    let to = exported(folder.path(), program, arguments, "c");
    let made = run(&to, "make", &["-s"]);
    assert_eq!(made.code, Some(0), "{}", said(&made));
    let tests = fs::read_dir(&to).expect("a folder").filter_map(|e| e.ok()?.file_name().into_string().ok());
    let test = tests.filter(|n| n.starts_with("test-")).find(|n| !n.contains('.')).expect("an executable");
    for _ in 0..3 {
        let ran = run(&to, &to.join(&test).to_string_lossy(), &[]);
        assert_eq!((ran.code, ran.signal), end, "{}", said(&ran));
        for part in parts {
            assert!(said(&ran).contains(part), "no {part:?} in:\n{}", said(&ran));
        }
    }
}

const ABORTED: (Option<i32>, Option<i32>) = (None, Some(6));
const FAILED: (Option<i32>, Option<i32>) = (Some(1), None);

#[test]
fn an_assertion_that_needs_a_schedule() {
    let parts = ["an assertion fails at", "/account_lost_bad.c:27"];
    shows("threads/classic/account_lost_bad.c", &[], &parts, ABORTED);
}

#[test]
fn a_deadlock_with_its_circle() {
    let parts = ["deadlock: nobody can go on", "thread main.0 is blocked at", "philosophers_bad.c:14"];
    shows("threads/classic/philosophers_bad.c", &[], &parts, FAILED);
}

#[test]
fn a_race() {
    let parts = ["race: the second of two accesses is about to be made", "account_race_bad.c:"];
    shows("threads/classic/account_race_bad.c", &[], &parts, FAILED);
}

#[test]
fn an_access_that_address_sanitizer_sees_with_a_schedule() {
    let parts = ["heap-use-after-free", "mutex_freed_bad.c:22"];
    shows("threads/hostile/mutex_freed_bad.c", &["--checks", "use-after-free"], &parts, FAILED);
}

#[test]
fn an_address_that_is_given_again() {
    let parts = ["an assertion fails at", "/treiber_aba_bad.c:20"];
    shows("threads/classic/treiber_aba_bad.c", &["--reuse-freed"], &parts, ABORTED);
}

#[test]
fn arguments_and_standard_input() {
    let (args, stdin) = (["--sym-args", "1", "4"], ["--sym-stdin", "4"]);
    shows("inputs/sym_args_bad.c", &args, &["an assertion fails at", "/sym_args_bad.c:10"], ABORTED);
    shows("inputs/sym_stdin_bad.c", &stdin, &["an assertion fails at", "/sym_stdin_bad.c:11"], ABORTED);
}

#[test]
fn an_entry_with_arguments() {
    let parts = ["an assertion fails at", "entry_ints_bad.c:13"];
    shows("inputs/entry_ints_bad.c", &["--entry", "classify"], &parts, ABORTED);
}

#[test]
fn a_corpus_has_the_bytes_of_the_inputs() {
    let folder = tempfile::tempdir().expect("a folder");
    let to = exported(folder.path(), "inputs/sym_stdin_bad.c", &["--sym-stdin", "4"], "libfuzzer");
    let text = fs::read_to_string(folder.path().join("out/bugs/1/test.json")).expect("a test");
    let test: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let id = test["id"].as_str().expect("an id");
    let bytes = fs::read(to.join(id)).expect("a file");
    assert_eq!(bytes.len(), 4);
    assert_eq!(Some(String::from_utf8_lossy(&bytes).as_ref()), test["stdin"].as_str());
}
