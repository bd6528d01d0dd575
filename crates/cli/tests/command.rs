//! The command as a person or a script meets it: exit codes, output, files, `rethread.toml`, signals.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const CLEAN: &str = "int main(void) { return 0; }\n";
const BUGGY: &str = "\
#include <assert.h>
#include <rethread.h>
int main(void) {
    int x;
    rethread_symbolic(&x, sizeof x, \"x\");
    assert(x != 42);
    return 0;
}
";
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

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Folder(folder)
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
        command.current_dir(self.0.path()).args(line.split_whitespace()).stdin(Stdio::null());
        command
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    fn code(&self, line: &str) -> i32 {
        self.run(line).status.code().unwrap()
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn object(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", stdout(output)))
}

#[test]
fn exit_codes() {
    let folder =
        Folder::new(&[("clean.c", CLEAN), ("buggy.c", BUGGY), ("endless.c", ENDLESS), ("bad.c", "int x")]);
    assert_eq!(folder.code("check clean.c"), 0);
    assert_eq!(folder.code("check buggy.c"), 1);
    assert_eq!(folder.code("check bad.c"), 2);
    assert_eq!(folder.code("check missing.c"), 2);
    assert_eq!(folder.code("check clean.c --no-such-flag"), 2);
    assert_eq!(folder.code("check clean.c --entry missing"), 2);
    assert_eq!(folder.code("check endless.c --max-loop 3"), 3);
    assert_eq!(folder.code("--version"), 0);
}

#[test]
fn json_is_the_only_thing_on_standard_output() {
    let folder = Folder::new(&[("buggy.c", BUGGY), ("bad.c", "int main(void) { return y; }\n")]);
    let result = object(&folder.run("check buggy.c --json"));
    assert_eq!(result["verdict"], "bugs");
    let bug = &result["bugs"][0];
    assert_eq!((&bug["kind"], &bug["file"], &bug["line"]), (&"assert".into(), &"buggy.c".into(), &6.into()));
    assert_eq!(bug["test"], "rethread-out/bugs/1");
    for key in ["runs", "solver", "summaries", "coverage", "bounds_hit", "assumptions", "instructions"] {
        assert!(!result[key].is_null(), "{key}");
    }
    let written: Value =
        serde_json::from_slice(&std::fs::read(folder.path("rethread-out/result.json")).unwrap()).unwrap();
    assert_eq!(written, result);

    let failed = folder.run("check bad.c --json");
    assert_eq!(object(&failed)["verdict"], "error");
    assert!(object(&failed)["message"].as_str().unwrap().contains("undeclared identifier 'y'"));
    assert_eq!(object(&folder.run("check buggy.c --json --max-time 3"))["verdict"], "error");
}

#[test]
fn the_report_shows_line_and_input() {
    let folder = Folder::new(&[("buggy.c", BUGGY)]);
    let text = stdout(&folder.run("check buggy.c"));
    for part in
        ["[assert]", "--> buggy.c:6", "assert(x != 42);", "x = 42", "rethread replay rethread-out/bugs/1"]
    {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
    assert!(!text.contains('\x1b'), "colours only on a terminal");
    assert!(stdout(&folder.run("check buggy.c --color always")).contains('\x1b'));
    let quiet = stdout(&folder.run("check buggy.c --quiet"));
    assert!(quiet.ends_with("1 bug in buggy.c; every path was explored.\n"), "{quiet}");
}

/// What a model reports is reported wherever it is called: that everything was found cannot be said.
#[test]
fn a_model_that_reports_keeps_exploration_going() {
    let program = "#include <assert.h>\n\
                   int thing(int), klee_int(const char *);\n\
                   int main(void) {\n\
                       int x = klee_int(\"x\");\n\
                       if (x > 5) thing(x);\n\
                       else assert(x != 3);\n\
                       return 0;\n\
                   }\n";
    let model = "void __rethread_bug(const char *, const char *);\n\
                 int thing(int x) { if (x == 9) __rethread_bug(\"assert\", \"nine\"); return x; }\n";
    let folder = Folder::new(&[("p.c", program), ("model.c", model)]);
    for preset in ["baseline", "ag"] {
        let flags = format!("check p.c --model model.c --checks assert --preset {preset} --json");
        let result = object(&folder.run(&flags));
        let lines: Vec<_> = result["bugs"].as_array().unwrap().iter().map(|b| b["line"].as_u64()).collect();
        assert_eq!(lines, [Some(5), Some(6)], "{preset}");
    }
}

#[test]
fn an_earlier_result_is_moved_aside_and_a_failure_moves_nothing() {
    let folder = Folder::new(&[("clean.c", CLEAN)]);
    folder.run("check clean.c");
    let again = folder.run("check clean.c");
    assert!(stderr(&again).contains("the earlier rethread-out is now rethread-out.1"), "{}", stderr(&again));
    assert_eq!(folder.code("check clean.c --entry missing"), 2);
    assert_eq!(folder.code("check missing.c"), 2);
    assert!(folder.path("rethread-out/result.json").exists());
    assert!(!folder.path("rethread-out.2").exists());
}

#[test]
fn the_file_sets_and_the_command_line_wins() {
    let folder =
        Folder::new(&[("endless.c", ENDLESS), ("rethread.toml", "max-loop = 3\n[check]\njson = true\n")]);
    let result = object(&folder.run("check endless.c"));
    assert_eq!(result["bounds_hit"], serde_json::json!(["max-loop"]));
    assert_eq!(result["runs"]["complete"], 4, "q on one of four turns, with three ways back");
    assert_eq!(object(&folder.run("check endless.c --max-loop 5"))["runs"]["complete"], 6);

    std::fs::write(folder.path("rethread.toml"), "max-lop = 3\n").unwrap();
    let output = folder.run("check endless.c");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("rethread.toml: unknown key `max-lop`; did you mean `max-loop`?"));
    std::fs::write(folder.path("rethread.toml"), "max-time = \"3 days\"\n").unwrap();
    assert!(stderr(&folder.run("check endless.c")).contains("rethread.toml: invalid value '3 days'"));
}

#[test]
fn what_was_found_survives_a_signal() {
    for signal in ["INT", "TERM"] {
        let folder = Folder::new(&[("endless.c", ENDLESS)]);
        let child = folder
            .command("check endless.c --json")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Under way once the suite is there.
        let started = Instant::now();
        while !folder.path("rethread-out/suite.jsonl").exists() && started.elapsed() < Duration::from_secs(60)
        {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(500));
        // The shell's own kill: not every system has the program.
        let command = format!("kill -{signal} {}", child.id());
        assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{signal}: {}", stderr(&output));
        let result = object(&output);
        assert_eq!(result["verdict"], "incomplete");
        assert!(result["bounds_hit"].as_array().unwrap().contains(&"interrupt".into()), "{result}");
        let lines = std::fs::read_to_string(folder.path("rethread-out/suite.jsonl")).unwrap();
        assert_eq!(lines.lines().count() as u64, result["tests"].as_u64().unwrap());
        assert!(lines.lines().all(|l| serde_json::from_str::<Value>(l).is_ok()));
    }
}

#[test]
fn folders_that_cannot_be_written_are_named() {
    let folder = Folder::new(&[("clean.c", CLEAN)]);
    let output = folder.run("check clean.c --out clean.c/out");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot create folder clean.c/out"), "{}", stderr(&output));
    let output = folder.run("check clean.c --json --emit sarif=clean.c/x.sarif");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(object(&output)["verdict"], "error");
    assert_eq!(object(&output)["runs"]["complete"], 1, "nothing is lost on standard output");
}

#[test]
fn every_format_is_written() {
    let folder = Folder::new(&[("buggy.c", BUGGY)]);
    let formats = ["sarif", "junit", "markdown", "witness", "lcov", "html"];
    let flags: Vec<String> = formats.iter().map(|f| format!("--emit {f}=emitted/{f}")).collect();
    assert_eq!(folder.code(&format!("check buggy.c {}", flags.join(" "))), 1);
    for format in formats {
        assert!(folder.path("emitted").join(format).exists(), "{format}");
    }
    assert!(folder.path("emitted/html/index.html").exists());
}

#[test]
fn tests_are_listed_shown_and_exported() {
    let folder = Folder::new(&[("buggy.c", BUGGY)]);
    folder.run("check buggy.c");
    let list = stdout(&folder.run("test ls"));
    assert_eq!(list.lines().count(), 2, "{list}");
    assert!(
        list.contains("assert at buggy.c:6") && list.contains("x=42") && list.contains("exit 0"),
        "{list}"
    );
    let shown = stdout(&folder.run("test show rethread-out/bugs/1"));
    assert!(shown.contains("x = 42") && shown.contains("ends with assert at buggy.c:6"), "{shown}");
    assert_eq!(folder.code("test show rethread-out"), 2);
    for (format, count) in [("ktest", 2), ("json", 2), ("raw", 2)] {
        assert_eq!(folder.code(&format!("test export rethread-out --format {format} --to {format}")), 0);
        assert_eq!(entries(&folder.path(format)), count, "{format}");
    }
    assert_eq!(folder.code("test ls nowhere"), 2);
}

fn entries(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

#[test]
fn the_manual_and_completions_are_made() {
    let folder = Folder::new(&[]);
    assert!(stdout(&folder.run("man")).contains(".TH rethread"));
    assert_eq!(folder.code("man pages"), 0);
    assert!(folder.path("pages/rethread-check.1").exists());
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&folder.run(&format!("completions {shell}"))).contains("rethread"), "{shell}");
    }
}
