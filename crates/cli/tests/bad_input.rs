//! Bad input, bad surroundings, hard programs: a clear message and the right exit code, no panic, no
//! hang past the bounds, nothing but the object on standard output.

mod support;

use serde_json::Value;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::process::{self, Finished};

const CLEAN: &str = "int main(void) { return 0; }\n";
/// Every turn of the loop is two more paths, so that it goes on until it is stopped.
const ENDLESS: &str = "\
#include <rethread.h>
int main(void) {
    for (;;) {
        char c;
        rethread_symbolic(&c, 1, \"c\");
        if (c == 'q')
            return 0;
    }
}
";
/// Nothing here takes longer, however slow the machine; a run that does hangs.
const DEADLINE: Duration = Duration::from_secs(120);

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, text) in files {
            std::fs::write(folder.path(name), text).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
        command.current_dir(self.0.path()).args(line.split_whitespace());
        command
    }

    fn run(&self, mut command: Command) -> Finished {
        let scratch = tempfile::tempdir().unwrap();
        let shown = process::shown(&command);
        let finished = process::run(command.current_dir(self.0.path()), scratch.path(), DEADLINE).unwrap();
        assert!(!finished.timed_out, "{shown} hangs");
        let stderr = String::from_utf8_lossy(&finished.stderr);
        for word in ["panicked", "internal error", "RUST_BACKTRACE"] {
            assert!(!stderr.contains(word), "{shown}: {stderr}");
        }
        finished
    }

    /// `check --json ARGUMENTS`: the exit code and the object.
    fn check(&self, arguments: &str) -> (i32, Value) {
        let finished = self.run(self.command(&format!("check --json {arguments}")));
        (finished.code.expect("an exit code"), object(&finished))
    }

    /// The message of a check that could not run.
    fn failure(&self, arguments: &str) -> String {
        let (code, result) = self.check(arguments);
        assert_eq!((code, &result["verdict"]), (2, &"error".into()), "{arguments}: {result}");
        result["message"].as_str().expect("a message").to_string()
    }
}

fn object(finished: &Finished) -> Value {
    let text = String::from_utf8_lossy(&finished.stdout);
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}\n{}", finished.complaint()))
}

fn has(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "no `{part}` in: {message}");
    }
}

fn bounds(result: &Value) -> Vec<&str> {
    result["bounds_hit"].as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn files_that_are_not_what_they_should_be() {
    let folder = Folder::new(&[
        ("text.c", "this is not C"),
        ("header.c", "#include <no/such/header.h>\nint main(void) { return 0; }\n"),
        ("empty.c", ""),
        ("nomain.c", "int f(void) { return 0; }\n"),
        ("main.c", "int main;\n"),
        ("text.bc", "int main(void) { return 0; }\n"),
        ("text.ll", "define i32 @main( {"),
        ("empty.bc", ""),
        ("picture.png", "\u{89}PNG"),
        ("clean.c", CLEAN),
        ("clean.cpp", CLEAN),
    ]);
    std::fs::create_dir(folder.path("folder.c")).unwrap();
    has(&folder.failure("text.c"), &["text.c does not compile", "text.c:1:1: error"]);
    has(&folder.failure("header.c"), &["header.c:1:10", "'no/such/header.h' file not found"]);
    has(&folder.failure("empty.c"), &["no function `main`", "--entry"]);
    has(&folder.failure("nomain.c"), &["no function `main`"]);
    has(&folder.failure("main.c"), &["no function `main`"]);
    has(&folder.failure("text.bc"), &["text.bc"]);
    has(&folder.failure("text.ll"), &["text.ll"]);
    has(&folder.failure("empty.bc"), &["empty.bc", "empty"]);
    has(&folder.failure("picture.png"), &["picture.png: neither a .c nor a .bc or .ll file"]);
    has(&folder.failure("clean.cpp"), &["is C++"]);
    has(&folder.failure("folder.c"), &["is a folder"]);
    has(&folder.failure("gone.c"), &["gone.c: No such file"]);
    has(&folder.failure("nomain.c --entry g"), &["`g`"]);
    has(&folder.failure("clean.c --entry man"), &["did you mean `main`?"]);
    has(&folder.failure("clean.c clean.c"), &["main"]);
    has(&folder.failure("clean.c --stdin gone"), &["cannot read gone"]);
    has(&folder.failure("clean.c -- -Dmain=f -fno-such-flag"), &["-fno-such-flag"]);
    has(&folder.failure("--compile-commands text.c"), &["text.c"]);
}

#[test]
fn damaged_bitcode() {
    let folder =
        Folder::new(&[("good.c", "int f(int x) { return x / 3; }\nint main(void) { return f(2); }\n")]);
    let made = Command::new("clang-19")
        .args(["-O1", "-g", "-emit-llvm", "-c", "good.c", "-o", "good.bc"])
        .current_dir(folder.0.path())
        .status()
        .unwrap();
    assert!(made.success());
    let good = std::fs::read(folder.path("good.bc")).unwrap();
    for part in [4, good.len() / 2, good.len() - 4] {
        std::fs::write(folder.path("cut.bc"), &good[..part]).unwrap();
        has(&folder.failure("cut.bc"), &["cut.bc"]);
    }
    for i in 0..12 {
        let mut flipped = good.clone();
        let at = good.len() * (2 * i + 1) / 24;
        flipped[at] ^= 1 << (i % 8);
        std::fs::write(folder.path("flipped.bc"), &flipped).unwrap();
        // A bit in a name or a number makes another program.
        let (code, result) = folder.check("flipped.bc --max-time 5s");
        assert!((0..=3).contains(&code), "byte {at}: {result}");
    }
}

#[test]
fn folders_and_disks_that_take_nothing() {
    let folder = Folder::new(&[("clean.c", CLEAN), ("endless.c", ENDLESS)]);
    has(
        &folder.failure("clean.c --out clean.c/out"),
        &["cannot create folder clean.c/out", "Not a directory"],
    );
    has(&folder.failure("clean.c --out /proc/rethread-out"), &["cannot create folder /proc/rethread-out"]);
    has(&folder.failure("clean.c --out clean.c"), &["clean.c", "not a folder"]);
    has(&folder.failure("clean.c --emit lcov=/dev/full"), &["/dev/full", "No space left"]);

    // As on a full disk: no file may grow over 4 KiB.
    let mut limited = Command::new("sh");
    let rethread = env!("CARGO_BIN_EXE_rethread");
    let line = "ulimit -f 8; exec \"$0\" check endless.c --max-loop 100 --json";
    limited.args(["-c", line, rethread]);
    // Its own output goes through a pipe, which has no size.
    let output = limited.current_dir(folder.0.path()).stdin(Stdio::null()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["verdict"], "error");
    has(result["message"].as_str().unwrap(), &["cannot write rethread-out/suite.jsonl"]);
    assert_eq!(result["runs"]["complete"], 101, "nothing is lost on standard output");
}

#[test]
fn names_that_are_hard_to_pass_on() {
    let folder = Folder::new(&[("with space.c", CLEAN), ("clean.c", CLEAN)]);
    let mut command = folder.command("check --json --out");
    command.args(["out with space", "with space.c"]);
    assert_eq!(folder.run(command).code, Some(0));
    assert!(folder.path("out with space/result.json").exists());

    let mut command = folder.command("check clean.c --json --args");
    command.arg(std::ffi::OsStr::from_bytes(b"\xff\xfe"));
    let finished = folder.run(command);
    assert_eq!(finished.code, Some(2));
    has(object(&finished)["message"].as_str().unwrap(), &["not UTF-8"]);
}

#[test]
fn memory_that_is_large() {
    let folder = Folder::new(&[
        (
            "gib.c",
            "#include <stdlib.h>
#include <string.h>
static char zero[1u << 30];
int main(void) {
    char *p = malloc(1u << 30);
    if (!p) return 1;
    for (unsigned i = 0; i < 1u << 30; i += 1u << 24) p[i] = 1;
    memset(p + 1, 7, (1u << 30) - 2);
    if (p[0] != 1 || p[1] != 7) return 2;
    memcpy(p, zero, 1u << 30);
    zero[(1u << 30) - 1] = p[1u << 29];
    free(p);
    return zero[77];
}
",
        ),
        (
            "tib.c",
            "#include <assert.h>
#include <stdlib.h>
int main(void) {
    assert(malloc((size_t)1 << 40) == NULL);
    assert(calloc((size_t)1 << 33, (size_t)1 << 33) == NULL);
    assert(malloc((size_t)-1) == NULL);
    free(malloc(0));
    return 0;
}
",
        ),
        (
            "symbolic.c",
            "#include <rethread.h>
static char a[1u << 30];
int main(void) {
    unsigned i;
    rethread_symbolic(&i, sizeof i, \"i\");
    a[5] = 1;
    if (i < 1u << 30) a[i] = 3;
    if (a[9] == 3 && i != 9) __builtin_trap();
    return 0;
}
",
        ),
        (
            "input.c",
            "#include <rethread.h>
static char a[1u << 30];
int main(void) {
    rethread_symbolic(a, sizeof a, \"a\");
    return 0;
}
",
        ),
    ]);
    for file in ["gib.c", "tib.c", "symbolic.c"] {
        let (code, result) = folder.check(&format!("{file} --max-memory 1G"));
        assert_eq!((code, &result["verdict"]), (0, &"ok".into()), "{file}: {result}");
        let peak = result["peak_memory_bytes"].as_u64().unwrap();
        assert!(peak < 1 << 29, "{file}: {peak} bytes");
    }
    has(&folder.failure("input.c"), &["input.c:4", "1073741824 symbolic bytes"]);
}

#[test]
fn programs_without_an_end() {
    let folder = Folder::new(&[
        ("recursion.c", "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }\n"),
        ("loop.c", "int main(void) { for (volatile int i = 0;; i++) ; }\n"),
        ("endless.c", ENDLESS),
    ]);
    let (code, result) = folder.check("recursion.c");
    assert_eq!((code, &result["bugs"][0]["kind"]), (1, &"stack-overflow".into()));
    for file in ["loop.c", "endless.c"] {
        let (code, result) = folder.check(&format!("{file} --max-time 1s"));
        assert_eq!((code, &result["verdict"]), (3, &"incomplete".into()), "{file}");
        assert_eq!(bounds(&result), ["max-time"], "{file}");
    }
}

#[test]
fn sources_that_are_large() {
    let mut switch = String::from(
        "#include <rethread.h>\nint main(void) {\n    int x, r;\n    rethread_symbolic(&x, sizeof x, \"x\");\n    switch (x) {\n",
    );
    for i in 0..10_000 {
        writeln!(switch, "    case {}: r = {i}; break;", 7 * i).unwrap();
    }
    switch.push_str("    default: r = -1;\n    }\n    return r & 1;\n}\n");
    let mut lines = String::from("int main(int c, char **v) {\n    unsigned y = c;\n");
    for i in 0..100_000 {
        writeln!(lines, "    y = y * {}u + {i}u;", i % 97 + 3).unwrap();
    }
    lines.push_str("    return 0;\n}\n");
    let nested = format!(
        "int main(int c, char **v) {{ int x = c; {} x++; {} return {}x{} != {}; }}\n",
        "if (x) {".repeat(250),
        "}".repeat(250),
        "(".repeat(200),
        ")".repeat(200),
        "1 + ".repeat(1000) + "1",
    );
    let folder = Folder::new(&[("switch.c", &switch), ("lines.c", &lines), ("nested.c", &nested)]);
    let (code, result) = folder.check("switch.c --max-time 2s --no-tests");
    assert!(code == 0 || (code == 3 && bounds(&result) == ["max-time"]), "{result}");
    assert!(result["runs"]["complete"].as_u64().unwrap() > 100, "{result}");
    let (code, result) = folder.check("lines.c");
    assert_eq!((code, &result["coverage"]["covered"]), (0, &result["coverage"]["lines"]), "{result}");
    assert!(result["instructions"].as_u64().unwrap() > 200_000);
    assert_eq!(folder.check("nested.c").0, 0);
}

/// Starts a run that never ends and waits until it has written tests.
fn under_way(folder: &Folder) -> std::process::Child {
    let mut command = folder.command("check endless.c --json");
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let suite = folder.path("rethread-out/suite.jsonl");
    let started = Instant::now();
    while std::fs::metadata(&suite).map_or(0, |m| m.len()) == 0 {
        assert!(started.elapsed() < DEADLINE, "no test was written");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

fn kill(child: &std::process::Child, signal: &str) {
    // The shell's own: not every system has the program.
    let command = format!("kill {signal} {}", child.id());
    assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
}

#[test]
fn a_signal_ends_the_run_and_loses_nothing() {
    for signal in ["-INT", "-TERM"] {
        let folder = Folder::new(&[("endless.c", ENDLESS)]);
        let child = under_way(&folder);
        kill(&child, signal);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{signal}");
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(result["verdict"], "incomplete", "{signal}");
        assert!(bounds(&result).contains(&"interrupt"), "{signal}: {result}");
        let written = std::fs::read(folder.path("rethread-out/result.json")).unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&written).unwrap(), result);
        let suite = std::fs::read_to_string(folder.path("rethread-out/suite.jsonl")).unwrap();
        assert!(suite.lines().all(|l| serde_json::from_str::<Value>(l).is_ok()));
        assert_eq!(suite.lines().count() as u64, result["tests"].as_u64().unwrap());
    }
}

#[test]
fn what_a_killed_run_leaves_can_be_read() {
    let folder = Folder::new(&[("endless.c", ENDLESS)]);
    let child = under_way(&folder);
    kill(&child, "-KILL");
    let _ = child.wait_with_output();
    let suite = std::fs::read_to_string(folder.path("rethread-out/suite.jsonl")).unwrap();
    let whole = suite.matches('\n').count();
    assert!(whole > 0);
    let listed = folder.run(folder.command("test ls"));
    assert_eq!(listed.code, Some(0), "{}", listed.complaint());
    assert_eq!(String::from_utf8_lossy(&listed.stdout).lines().count(), whole);
}

#[test]
fn several_at_once_in_one_folder() {
    let folder = Folder::new(&[("clean.c", CLEAN)]);
    let start = || {
        let mut command = folder.command("check clean.c --json");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<_> = (0..6).map(|_| start()).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!stderr.contains("panicked"), "{stderr}");
        let result: Value = serde_json::from_slice(&output.stdout).expect("an object");
        match output.status.code() {
            Some(0) => assert_eq!(result["verdict"], "ok"),
            // Its folder was taken by another one: that is said, not hidden.
            Some(2) => has(result["message"].as_str().unwrap(), &["rethread-out", "another rethread"]),
            other => panic!("{other:?}: {stderr}"),
        }
    }
    let written = std::fs::read(folder.path("rethread-out/result.json")).expect("the last one's result");
    assert_eq!(serde_json::from_slice::<Value>(&written).unwrap()["verdict"], "ok");
}

#[test]
fn an_error_that_nobody_can_be_told_is_still_an_exit_code() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_rethread"))
        .args(["check", "no-such-file.c", "--json"])
        .stdout(full())
        .stderr(full())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    let folder = Folder::new(&[("old.c", CLEAN), ("new.c", "int main(void) { int x = 1; return x - 1; }\n")]);
    let commands = [
        "check old.c",
        "check old.c --json",
        "slice old.c --at old.c:1",
        "impact old.c new.c",
        "diff old.c new.c",
    ];
    for command in commands {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut rethread = Command::new(env!("CARGO_BIN_EXE_rethread"));
        rethread.args(command.split(' ')).current_dir(folder.0.path()).stdout(full);
        let output = rethread.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(said.contains("standard output cannot be written: No space left"), "{command}: {said}");
    }
}
