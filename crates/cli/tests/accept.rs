//! `rethread accept`: what is accepted stays listed and does not count, as long as it is the bug that was accepted.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = "#include <assert.h>\n#include <rethread.h>\nint x;\nint main(void) {\n    \
    rethread_symbolic(&x, sizeof x, \"x\");\n    assert(x != 7);\n    assert(x != 9);\n    return 0;\n}\n";

fn rethread(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A repository with the program in `src/`.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join(".git")).unwrap();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    std::fs::write(folder.path().join("src/prog.c"), PROGRAM).unwrap();
    folder
}

/// Lines and reasons of the bugs that are accepted, and the exit code.
fn check(folder: &Path, file: &str) -> (Vec<(u64, String)>, Option<i32>) {
    let out = rethread(folder, &["check", file, "--json"]);
    let object: Value = serde_json::from_slice(&out.stdout).unwrap();
    let bugs = object["bugs"].as_array().unwrap().iter();
    let accepted = bugs.filter_map(|b| Some((b["line"].as_u64()?, b["accepted"].as_str()?.to_string())));
    (accepted.collect(), out.status.code())
}

#[test]
fn an_accepted_bug_is_listed_and_does_not_count() {
    let folder = project();
    let (root, src) = (folder.path(), folder.path().join("src"));
    assert_eq!(check(root, "src/prog.c"), (vec![], Some(1)));
    let out = rethread(root, &["accept", "1", "--reason", "seven is fine"]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert!(text(&out.stdout).starts_with("assert at src/prog.c:6 is accepted from now on"));
    let file = std::fs::read_to_string(root.join(".rethread-accepted.toml")).unwrap();
    for line in [
        "kind = \"assert\"",
        "file = \"src/prog.c\"",
        "source = \"assert(x != 7);\"",
        "reason = \"seven is fine\"",
    ] {
        assert!(file.contains(line), "{line}: {file}");
    }
    let seven = (6, "seven is fine".to_string());
    assert_eq!(check(root, "src/prog.c"), (vec![seven.clone()], Some(1)), "the other one is left");

    // By its folder, and from another folder of the project.
    assert_eq!(check(&src, "prog.c").0, vec![seven.clone()]);
    let out = rethread(&src, &["accept", "rethread-out/bugs/2", "--reason", "nine too"]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let both = vec![seven, (7, "nine too".to_string())];
    assert_eq!(check(root, "src/prog.c"), (both, Some(0)));
    let said = text(&rethread(root, &["check", "src/prog.c", "--color", "never"]).stdout);
    assert!(said.contains("accepted\n  src/prog.c:6 [assert]"), "{said}");
    assert!(said.contains("(accepted: nine too)"), "{said}");
    assert!(said.contains("No bug but 2 accepted ones in src/prog.c"), "{said}");
    // Once is enough.
    let again = text(&rethread(root, &["accept", "2", "--reason", "again"]).stdout);
    assert!(again.contains("is accepted already: nine too"), "{again}");
}

#[test]
fn it_moves_with_its_line_and_ends_with_it() {
    let folder = project();
    let root = folder.path();
    check(root, "src/prog.c");
    rethread(root, &["accept", "1", "--reason", "seven is fine"]);
    let write = |text: String| std::fs::write(root.join("src/prog.c"), text).unwrap();
    write(format!("// One more line.\n{PROGRAM}"));
    assert_eq!(check(root, "src/prog.c").0, vec![(7, "seven is fine".to_string())]);
    write(PROGRAM.replace("x != 7", "x != 70"));
    assert_eq!(check(root, "src/prog.c").0, vec![]);
}

#[test]
fn what_is_new_and_accepted_does_not_count() {
    let folder = project();
    let root = folder.path();
    std::fs::write(root.join("src/before.c"), PROGRAM.replace("x != 7", "x == x")).unwrap();
    let diff = |more: &[&str]| rethread(root, &[&["diff", "src/before.c", "src/prog.c"], more].concat());
    assert_eq!(diff(&[]).status.code(), Some(1));
    rethread(root, &["accept", "1", "--reason", "seven is fine"]);
    let out = diff(&["--color", "never"]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stdout));
    let said = text(&out.stdout);
    assert!(said.contains("accepted\n  src/prog.c:6 [assert]"), "{said}");
    assert!(said.contains("No new bug in src/prog.c, 1 still there, 1 accepted"), "{said}");
    assert_eq!(diff(&["--fail-on", "any"]).status.code(), Some(1), "the other one is left");
    let object: Value = serde_json::from_slice(&diff(&["--json"]).stdout).unwrap();
    assert_eq!((&object["verdict"], &object["bugs"][0]["accepted"]), (&"ok".into(), &"seven is fine".into()));
}

/// In a change where one bug is new and accepted, and one is still there.
#[test]
fn reports_for_others_list_it_as_accepted() {
    let folder = project();
    let root = folder.path();
    std::fs::write(root.join("src/before.c"), PROGRAM.replace("x != 7", "x == x")).unwrap();
    let diff = |more: &[&str]| rethread(root, &[&["diff", "src/before.c", "src/prog.c"], more].concat());
    diff(&[]);
    rethread(root, &["accept", "1", "--reason", "seven is fine"]);
    let formats = ["sarif", "junit", "markdown", "witness", "html"];
    let emits: Vec<String> = formats.iter().map(|f| format!("--emit={f}=out.{f}")).collect();
    let out = diff(&emits.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();

    let log: Value = serde_json::from_str(&read("out.sarif")).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let at = |line: u64| {
        let is_at = |r: &&Value| r["locations"][0]["physicalLocation"]["region"]["startLine"] == line;
        results.iter().find(is_at).unwrap_or_else(|| panic!("{line}: {log:#}"))
    };
    assert_eq!(at(6)["baselineState"], "new");
    let suppressed = serde_json::json!([
        { "kind": "external", "status": "accepted", "justification": "seven is fine" }
    ]);
    assert_eq!(at(6)["suppressions"], suppressed);
    assert!(at(7)["suppressions"].is_null() && at(7)["baselineState"] == "unchanged");

    let junit = read("out.junit");
    assert!(junit.contains("failures=\"0\"") && !junit.contains("<failure"), "{junit}");
    assert!(junit.contains("(accepted: seven is fine)"), "{junit}");
    assert!(junit.contains("src/prog.c:7") && junit.contains("(still there)"), "{junit}");
    let validator = Path::new(env!("CARGO_MANIFEST_DIR")).join("../report/schemas/validate.py");
    for kind in ["junit", "sarif"] {
        let file = root.join(format!("out.{kind}"));
        let told = Command::new("/usr/bin/python3").arg(&validator).arg(kind).arg(file).output().unwrap();
        assert!(told.status.success(), "{kind}: {}", text(&told.stderr));
    }

    let markdown = read("out.markdown");
    let rows: Vec<&str> = markdown.lines().filter(|l| l.contains("| assert |")).collect();
    assert!(
        rows[0].starts_with("| 1 | accepted |") && rows[0].contains("(accepted: seven is fine)"),
        "{markdown}"
    );
    assert!(rows[1].starts_with("| 2 | still there |"), "{markdown}");
    assert!(!markdown.contains("<details><summary>bug"), "{markdown}");
    assert!(read("out.html/index.html").contains("seven is fine"));
    // The other one is witnessed first.
    assert!(read("out.witness").contains("line: 7"), "{}", read("out.witness"));
}

#[test]
fn what_is_wrong_is_said() {
    let folder = project();
    let root = folder.path();
    let fails = |arguments: &[&str], why: &str| {
        let out = rethread(root, arguments);
        assert_eq!(out.status.code(), Some(2), "{arguments:?}");
        assert!(text(&out.stderr).contains(why), "{arguments:?}: {}", text(&out.stderr));
    };
    fails(&["accept", "1"], "--reason");
    fails(&["accept", "1", "--reason", "x"], "is no bug of a result");
    check(root, "src/prog.c");
    fails(&["accept", "9", "--reason", "x"], "has no bug 9");
    fails(&["accept", "1", "--reason", " "], "a reason is needed");
    std::fs::write(root.join(".rethread-accepted.toml"), "[[bug]]\nkind = 3\n").unwrap();
    fails(&["check", "src/prog.c"], ".rethread-accepted.toml");
}
