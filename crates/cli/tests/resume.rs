//! An exploration of the old version that is interrupted goes on at the next `diff`, until it is done, and the answer is that of one
//! that was not. The same on many random programs, at any point: `resume.rs` of rethread-oracle.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// Below `tests/programs/threads`: no bug, an assertion, symbolic keys, spinning.
const PROGRAMS: [&str; 4] =
    ["counts/fibonacci_4.c", "table2/reorder_3_1_bad.c", "scale/skip_list.c", "table2/szymanski.c"];

struct Project(tempfile::TempDir);

impl Project {
    /// `old.c`, and a version that has nothing to do with it.
    fn new(old: &Path) -> Project {
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(old, folder.path().join("old.c")).unwrap();
        std::fs::write(folder.path().join("new.c"), "int main(void) { return 0; }\n").unwrap();
        Project(folder)
    }

    fn command(&self, more: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
        command.current_dir(self.0.path()).args(["diff", "old.c", "new.c", "--json", "--no-tests"]);
        command.args(more.split_whitespace()).stdin(Stdio::null());
        command
    }

    fn run(&self, more: &str) -> Value {
        object(&self.command(more).output().unwrap())
    }
}

fn object(out: &Output) -> Value {
    serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&out.stderr)))
}

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/threads").join(name)
}

/// The old version's bugs, all of which are gone.
fn bugs(answer: &Value) -> Vec<(String, u64, Value)> {
    let bugs = answer["bugs"].as_array().unwrap().iter();
    let bugs = bugs.map(|b| (b["kind"].to_string(), b["line"].as_u64().unwrap(), b["status"].clone()));
    bugs.collect()
}

/// Of the old version.
fn runs(answer: &Value) -> u64 {
    answer["runs_old"].as_u64().unwrap()
}

#[test]
fn as_often_as_time_is_up() {
    let mut interrupted = 0;
    for name in PROGRAMS {
        for preset in ["dpor", "scia"] {
            let project = Project::new(&program(name));
            let flags = format!("--preset {preset}");
            let whole = project.run(&format!("{flags} --no-store"));
            assert!(whole["goes_on"].is_null() && whole["resumed"].is_null(), "{whole:#}");
            let mut before: Option<u64> = None;
            for time in (0..).map(|n| 2 << n) {
                let answer = project.run(&format!("{flags} --max-time {time}ms"));
                let done = answer["resumed"]["runs"].as_u64();
                assert_eq!(done, before, "{answer:#}");
                if answer["goes_on"] != true {
                    break;
                }
                (before, interrupted) = (Some(runs(&answer)), interrupted + 1);
            }
            // It is known now.
            let last = project.run(&flags);
            assert_eq!(last["remembered"]["old"], true, "{name} {preset}");
            assert_eq!(bugs(&last), bugs(&whole), "{name} {preset}");
            if preset == "dpor" {
                assert_eq!(runs(&last), runs(&whole), "{name}");
            }
        }
    }
    assert!(interrupted > 0, "nothing was interrupted: are the programs too small?");
}

#[test]
fn when_somebody_asks_it_to_stop() {
    let project = Project::new(&program("scale/skip_list.c"));
    let flags = "-- -DINSERTS=2 -DBUG";
    let mut child = project.command(flags).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(400));
    // It may be done by now, or not have begun.
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let _ = child.try_wait();
    let first = child.wait_with_output().unwrap();
    let stopped = first.stdout.starts_with(b"{") && object(&first)["goes_on"] == true;
    let next = project.command(flags).output().unwrap();
    assert_eq!(object(&next)["resumed"].is_object(), stopped);
    if stopped {
        let said = String::from_utf8_lossy(&next.stderr).into_owned();
        assert!(said.contains("exploring the old version goes on where it stopped, after "), "{said}");
    }
    assert_eq!(bugs(&object(&next)), bugs(&project.run(&format!("--no-store {flags}"))));
}

#[test]
fn other_settings_begin_anew() {
    let project = Project::new(&program("scale/skip_list.c"));
    let first = project.run("--preset dpor --max-time 2ms");
    assert_eq!(first["goes_on"], true, "{first:#}");
    for other in
        ["--preset baseline", "--preset dpor --checks assert", "--preset dpor --jobs 2", "--preset ag"]
    {
        let answer = project.run(&format!("{other} --max-time 2ms"));
        assert!(answer["resumed"].is_null(), "{other}: {answer:#}");
    }
    assert!(project.run("--preset dpor")["resumed"].is_object());
}
