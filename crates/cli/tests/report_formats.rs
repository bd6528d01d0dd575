//! What is written for other tools is what their schemas allow, for every way a run can end. docs/files.md says which schemas.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use support::scratch::{RACE, folder};

const OVERRUN: &str = "\
#include <rethread.h>
int main(void) {
    char name[4] = \"a<&\", i;
    rethread_symbolic(&i, 1, \"i \\\"<&>'\");
    rethread_assume(i >= 0);
    return name[(int)i];
}
";
const CLEAN: &str = "int main(void) { return 0; }\n";
const ENDLESS: &str = "int main(void) { for (volatile int i = 0;; i++) { } }\n";

fn run(folder: &Path, line: &[&str]) -> i32 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    let scratch = tempfile::tempdir().unwrap();
    command.current_dir(folder).args(line);
    let done = support::process::run(&mut command, scratch.path(), Duration::from_secs(60)).unwrap();
    assert!(!done.timed_out, "{line:?}");
    let code = done.code.unwrap_or_else(|| panic!("{line:?}: {}", done.complaint()));
    assert_ne!(code, 2, "{line:?}: {}", done.complaint());
    code
}

fn validate(kind: &str, file: &Path) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../report/schemas/validate.py");
    let told = Command::new("/usr/bin/python3").arg(script).arg(kind).arg(file).output().unwrap();
    let text = String::from_utf8_lossy(&told.stdout) + String::from_utf8_lossy(&told.stderr);
    let written = std::fs::read_to_string(file).unwrap();
    assert!(told.status.success(), "{kind}: {text}\n{written}");
}

fn json(file: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

/// All formats at once, each held to its schema.
fn written(folder: &Path, command: &[&str]) -> impl Fn(&str) -> PathBuf {
    let names = ["sarif", "junit", "witness", "lcov", "markdown", "json"];
    let emits: Vec<String> = names.iter().map(|f| format!("--emit={f}=written/out.{f}")).collect();
    let line: Vec<&str> = command.iter().copied().chain(emits.iter().map(String::as_str)).collect();
    run(folder, &line);
    let folder = folder.join("written");
    for kind in ["sarif", "junit", "witness"] {
        validate(kind, &folder.join(format!("out.{kind}")));
    }
    for name in names {
        assert!(folder.join(format!("out.{name}")).exists(), "{name}");
    }
    move |kind| folder.join(format!("out.{kind}"))
}

#[test]
fn a_race_names_its_threads() {
    let folder = folder(&[("race.c", RACE)]);
    let file = written(folder.path(), &["check", "race.c"]);
    let log = json(&file("sarif"));
    let results = log["runs"][0]["results"].as_array().unwrap();
    let race = results.iter().find(|r| r["ruleId"] == "race").expect("there is a race");
    let flows = race["codeFlows"][0]["threadFlows"].as_array().unwrap();
    assert!(flows.len() >= 2, "{race}");
    let witness = std::fs::read_to_string(file("witness")).unwrap();
    for wanted in
        ["format_version: \"2.2\"", "thread_id: 1", "thread_id: 2", "type: function_enter", "type: target"]
    {
        assert!(witness.contains(wanted), "{wanted}:\n{witness}");
    }
    assert_eq!(json(&file("json"))["verdict"], "bugs");
}

#[test]
fn an_assertion_with_threads_has_a_schedule() {
    let folder = folder(&[("race.c", RACE)]);
    let file = written(folder.path(), &["check", "race.c", "--checks", "assert"]);
    let witness = std::fs::read_to_string(file("witness")).unwrap();
    assert!(witness.contains("call(reach_error())") && witness.contains("value: \"x == 0\""), "{witness}");
    assert!(witness.contains("line: 11"), "{witness}");
}

#[test]
fn odd_names_clean_programs_and_bounds() {
    let folder = folder(&[("over run.c", OVERRUN), ("clean.c", CLEAN), ("endless.c", ENDLESS)]);
    let file = written(folder.path(), &["check", "over run.c"]);
    let log = json(&file("sarif"));
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "bounds");
    let place = &result["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(place["uri"], "over%20run.c");
    assert!(result["partialFingerprints"]["primaryLocationLineHash"].is_string());
    let clean = written(folder.path(), &["check", "clean.c"]);
    assert_eq!(json(&clean("sarif"))["runs"][0]["results"], serde_json::json!([]));
    let cut = written(folder.path(), &["check", "endless.c", "--max-loop", "3"]);
    assert!(std::fs::read_to_string(cut("junit")).unwrap().contains("<skipped>"));
}

#[test]
fn a_change_has_states_and_can_be_written_again_later() {
    // A bug is at a line: two accesses, two lines.
    let old = RACE.replace("y = 1;", "\n    y = 1;");
    let new = old.replace("x = x + 1;", "__atomic_add_fetch(&x, 1, 5);");
    let folder = folder(&[("old.c", &old), ("new.c", &new)]);
    let file = written(folder.path(), &["diff", "old.c", "new.c"]);
    let log = json(&file("sarif"));
    for result in log["runs"][0]["results"].as_array().unwrap() {
        assert_eq!(result["baselineState"], "unchanged", "{result}");
    }
    let markdown = std::fs::read_to_string(file("markdown")).unwrap();
    assert!(markdown.contains("still there") && markdown.contains("fixed"), "{markdown}");
    // From the output folder alone, when the sources are gone.
    let first = std::fs::read_to_string(file("sarif")).unwrap();
    std::fs::remove_file(folder.path().join("new.c")).unwrap();
    assert_eq!(run(folder.path(), &["report", "rethread-out", "--emit", "sarif=again.sarif"]), 0);
    assert_eq!(std::fs::read_to_string(folder.path().join("again.sarif")).unwrap(), first);
    assert!(!folder.path().join("rethread-report").exists());
}

#[test]
fn a_file_that_is_wrong_is_found() {
    let folder = folder(&[
        ("bad.sarif", "{\"version\": \"2.1.0\", \"runs\": [{\"results\": 1}]}"),
        ("bad.witness", "- entry_type: violation_sequence\n  content: []\n"),
        ("bad.junit", "<testsuites><testsuite/></testsuites>"),
    ]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../report/schemas/validate.py");
    for kind in ["sarif", "witness", "junit"] {
        let file = folder.path().join(format!("bad.{kind}"));
        let told = Command::new("/usr/bin/python3").arg(&script).arg(kind).arg(file).output().unwrap();
        assert_eq!(told.status.code(), Some(1), "{kind}: {}", String::from_utf8_lossy(&told.stderr));
    }
}

#[test]
fn markdown_is_printed_when_asked_for() {
    let folder = folder(&[("race.c", RACE)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    let told = command
        .current_dir(folder.path())
        .args(["check", "race.c", "--format", "markdown"])
        .output()
        .unwrap();
    assert_eq!(told.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&told.stdout).starts_with("## rethread: "));
}

#[test]
fn what_is_no_result_is_explained() {
    let folder = folder(&[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    let told = command.current_dir(folder.path()).args(["report", "nowhere"]).output().unwrap();
    assert_eq!(told.status.code(), Some(2));
    let text = String::from_utf8_lossy(&told.stderr);
    assert!(text.contains("nowhere/report.json") && text.contains("name an output folder"), "{text}");
}
