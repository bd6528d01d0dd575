//! What `rethread replay` says when something is not as it should be: what happened, what to do, and an exit code;
//! and never a hang.

mod support;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use support::process::{self, Finished};

/// A lost update: fails only if both threads read before one of them writes.
const LOST: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *arg) {
    x = x + 1;
    return arg;
}
static void *add_more(void *arg) {
    x = x + 2;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add_more, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 3);
    return 0;
}
";

/// Two tests; one of them never ends once the program is edited.
const ENDS: &str = "\
#include \"rethread.h\"
static volatile int x;
int main(void) {
    int n;
    rethread_symbolic(&n, sizeof n, \"n\");
    if (n == 7)
        return 1;
    return 0;
}
";

struct Folder(tempfile::TempDir);

impl Folder {
    /// Holds `name` with TEXT, explored; the result is in `out`.
    fn checked(name: &str, text: &str) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        fs::write(folder.at(name), text).expect("a source");
        let checked = folder.run(&["check", name, "--out", "out"], None);
        assert!(matches!(checked.code, Some(0 | 1)), "{}", checked.complaint());
        folder
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, arguments: &[&str], path: Option<&Path>) -> Finished {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
        command.args(arguments).current_dir(self.0.path());
        if let Some(path) = path {
            command.env("PATH", path).env_remove("RETHREAD_CLANG");
        }
        let finished = process::run(&mut command, self.0.path(), Duration::from_secs(120)).expect("rethread");
        assert!(!finished.timed_out, "no answer: {}", process::shown(&command));
        finished
    }

    fn replay(&self) -> Finished {
        self.run(&["replay", "out/bugs/1"], None)
    }

    fn edit(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.at(name)).expect("a file");
        assert!(text.contains(from), "{name} has no {from}");
        fs::write(self.at(name), text.replacen(from, to, 1)).expect("a file");
    }
}

#[track_caller]
fn says(finished: &Finished, code: i32, parts: &[&str]) {
    let text =
        format!("{}{}", String::from_utf8_lossy(&finished.stdout), String::from_utf8_lossy(&finished.stderr));
    assert_eq!(finished.code, Some(code), "{text}");
    for part in parts {
        assert!(text.contains(part), "no {part:?} in:\n{text}");
    }
}

#[test]
fn a_test_of_another_program() {
    let folder = Folder::checked("lost.c", LOST);
    fs::write(folder.at("other.c"), "int main(void) { return 0; }\n").expect("a source");
    folder.edit("out/build.json", "\"file\": \"lost.c\"", "\"file\": \"other.c\"");
    says(&folder.replay(), 4, &["lost.c is no file of this program (other.c): is it a test of another one?"]);
}

#[test]
fn an_edited_test() {
    let folder = Folder::checked("lost.c", LOST);
    let (test, kept) = ("out/bugs/1/test.json", fs::read_to_string(folder.at("out/bugs/1/test.json")));
    let kept = kept.expect("a test");
    folder.edit(test, "\"thread\": \"main.1\"", "\"thread\": \"main.7\"");
    says(&folder.replay(), 4, &["leaves the schedule at step", "main.7", "no such thread"]);
    fs::write(folder.at(test), kept.replacen("\"version\": 1", "\"version\": 99", 1)).expect("a test");
    says(&folder.replay(), 2, &["format version 99", "run `rethread check` again"]);
    fs::write(folder.at(test), &kept[..kept.len() / 2]).expect("a test");
    says(&folder.replay(), 2, &["test.json:", "not a test"]);
    fs::write(folder.at(test), kept.replacen("\"what\": \"read\"", "\"what\": \"jump\"", 1)).expect("a test");
    says(&folder.replay(), 4, &["leaves the schedule at step"]);
}

#[test]
fn missing_tools() {
    let folder = Folder::checked("lost.c", LOST);
    let tools = folder.at("tools");
    fs::create_dir(&tools).expect("a folder");
    let none = folder.run(&["replay", "out/bugs/1"], Some(&tools));
    says(&none, 2, &["clang-19 is not installed: apt-get install clang-19"]);
    let path = std::env::var_os("PATH").expect("a path");
    for name in ["clang-19", "llvm-symbolizer-19", "opt-19", "llvm-dwarfdump-19", "llvm-objcopy-19", "ld"] {
        let mut places = std::env::split_paths(&path).map(|p| p.join(name));
        symlink(places.find(|p| p.exists()).expect(name), tools.join(name)).expect("a link");
    }
    let none = folder.run(&["replay", "--gdb", "out/bugs/1"], Some(&tools));
    says(&none, 2, &["gdb is not installed: apt-get install gdb"]);
}

#[test]
fn a_schedule_that_cannot_be_followed() {
    let folder = Folder::checked("lost.c", LOST);
    let text = fs::read_to_string(folder.at("out/bugs/1/test.json")).expect("a test");
    let mut test: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let steps = test["schedule"].as_array_mut().expect("a schedule");
    let first = steps[0].clone();
    // The thread's first step once more: it has no such step left.
    steps.push(first);
    fs::write(folder.at("out/bugs/1/test.json"), test.to_string()).expect("a test");
    says(&folder.replay(), 4, &["diverged", "expected  assert at lost.c:19", "step"]);
}

#[test]
fn a_program_that_never_ends() {
    let folder = Folder::checked("ends.c", ENDS);
    folder.edit("ends.c", "return 0;", "for (;;) x++;");
    let suite = folder.run(&["replay", "out", "--timeout", "2s"], None);
    says(&suite, 4, &["a run that does not end", "1 of 2 end as they say"]);
}

#[test]
fn after_an_edit_the_schedule_goes_with_its_lines() {
    let folder = Folder::checked("lost.c", LOST);
    says(&folder.replay(), 0, &["ends as the test says: assert at lost.c:19."]);
    folder.edit("lost.c", "static void *add(", "/* Adds\n   one. */\nstatic void *add(");
    says(&folder.replay(), 0, &["ends as the test says", "line 19 is now line 21"]);
    // One of the threads no longer does what the schedule says: it is followed that far.
    folder.edit("lost.c", "x = x + 2;", "atomic_fetch_add(&x, 2);");
    let gone =
        ["leaves the schedule at step 2 of 4", "is not in this version of the program", "`rethread check`"];
    says(&folder.replay(), 4, &gone);
}

#[test]
fn sources_that_are_gone() {
    let folder = Folder::checked("lost.c", LOST);
    fs::remove_file(folder.at("lost.c")).expect("the source");
    says(&folder.replay(), 2, &["compiling lost.c failed", "no such file"]);
}
