//! `rethread impact`: the pairs below `tests/programs/change` against their directives, what is printed, and what is said
//! when something is wrong.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn rethread(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    command.current_dir(folder).args(line.split_whitespace()).stdin(Stdio::null());
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn pairs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/change")
}

type Numbers = BTreeSet<u64>;

/// The lines in a list of files.
fn lines(list: &Value) -> Numbers {
    let files = list.as_array().into_iter().flatten();
    files.flat_map(|f| f["lines"].as_array().into_iter().flatten()).filter_map(Value::as_u64).collect()
}

/// The lines of a directive.
fn wanted(source: &str, key: &str) -> Numbers {
    let start = format!("// {key}:");
    let line = source.lines().find_map(|l| l.strip_prefix(&start)).unwrap_or_else(|| panic!("no {key}"));
    line.split_whitespace().map(|n| n.parse().unwrap()).collect()
}

#[test]
fn pairs_of_programs() {
    let mut seen = 0;
    for entry in std::fs::read_dir(pairs()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = name.strip_suffix(".new.c") else { continue };
        let out = rethread(&pairs(), &format!("impact {name}.old.c {name}.new.c --json"));
        assert_eq!(out.status.code(), Some(0), "{name}: {}", text(&out.stderr));
        let object: Value = serde_json::from_slice(&out.stdout).unwrap();
        let change = &object["change"];
        let source = std::fs::read_to_string(pairs().join(format!("{name}.new.c"))).unwrap();
        let changed: Numbers = lines(&change["added"]).union(&lines(&change["modified"])).copied().collect();
        assert_eq!(changed, wanted(&source, "changed"), "{name}: changed");
        for key in ["deleted", "impacted", "feeding"] {
            assert_eq!(lines(&change[key]), wanted(&source, key), "{name}: {key}");
        }
        assert_eq!(change["empty"], changed.is_empty() && wanted(&source, "deleted").is_empty(), "{name}");
        assert_eq!((&object["verdict"], &object["everything"]), (&"ok".into(), &false.into()), "{name}");
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn both_versions_are_shown() {
    let out = rethread(&pairs(), "impact conflict.old.c conflict.new.c --color never");
    let shown = text(&out.stdout);
    insta::assert_snapshot!(shown);
}

#[test]
fn a_page_with_both_versions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let out = rethread(&pairs(), &format!("impact conflict.old.c conflict.new.c --html {}", path.display()));
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let page = std::fs::read_to_string(&path).unwrap();
    let row = page.lines().find(|l| l.contains("w++;")).expect("the changed line");
    assert!(row.contains("z++;") && row.matches("<code class=\"mod\">").count() == 2, "{row}");
    let row = page.lines().find(|l| l.contains(" r = w;")).expect("the affected line");
    assert_eq!(row.matches(" r = w;").count(), 2, "beside what it was: {row}");
    assert!(row.contains("class=\"aff\""), "{row}");
    let out = rethread(&pairs(), "impact conflict.old.c conflict.new.c --html /nowhere/page.html");
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("cannot write /nowhere/page.html"));
}

#[test]
fn nothing_changed() {
    let out = rethread(&pairs(), "impact looks.old.c looks.new.c --color never");
    assert_eq!(
        text(&out.stdout),
        "Nothing changed but names, comments or layout: nothing can be affected.\n"
    );
    assert_eq!(out.status.code(), Some(0));
}

/// Of instructions one is another, and one is new.
#[test]
fn a_line_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, value: &str| {
        let text = format!("int x;\nint main(void) {{\n    return {value};\n}}\n");
        std::fs::write(folder.path().join(name), text).unwrap();
    };
    write("a.c", "x * 2");
    write("b.c", "x * 3 + 1");
    for line in ["impact a.c b.c --color never", "impact b.c a.c --color never"] {
        let shown = text(&rethread(folder.path(), line).stdout);
        assert!(shown.starts_with("Changed: 1 line modified.\n"), "{shown}");
        assert!(shown.contains("c): 3 modified\n"), "{shown}");
    }
}

#[test]
fn symbols_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "a.c",
        "int x = 1, gone; int old(int a) { return a * x; } int main(void) { return old(2) + gone; }",
    );
    write(
        "b.c",
        "int x = 2; int young(int a) { return a * x; } int more(int a) { return 1 / a; } int main(void) { return young(2) + more(1); }",
    );
    let shown = text(&rethread(folder.path(), "impact a.c b.c --color never").stdout);
    for said in [
        "function more added",
        "function old is now called young",
        "variable gone deleted",
        "variable x has another type, attribute or initial value",
    ] {
        assert!(shown.contains(said), "{said}\n{shown}");
    }
    write("compile_commands.json", "[]");
    let object = rethread(folder.path(), "impact a.c b.c --json");
    let object: Value = serde_json::from_slice(&object.stdout).unwrap();
    assert_eq!(object["change"]["functions"]["renamed"][0]["to"], "young");
    assert_eq!(object["change"]["globals"]["changed"], serde_json::json!(["x"]));
}

#[test]
fn programs_that_start_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.c"), "int main(void) { return 0; }").unwrap();
    std::fs::write(folder.path().join("b.c"), "int main(int c, char **v) { return 0; }").unwrap();
    let shown = text(&rethread(folder.path(), "impact a.c b.c --color never").stdout);
    assert!(shown.contains("everything can be affected"), "{shown}");
    let fails = |line: &str, why: &str| {
        let out = rethread(folder.path(), line);
        assert_eq!(out.status.code(), Some(2), "{line}");
        assert!(text(&out.stderr).contains(why), "{line}: {}", text(&out.stderr));
    };
    fails("impact a.c", "<NEW>");
    fails("impact a.c none.c", "none.c");
    fails("impact a.c b.c --entry min", "no function `min` to start from");
}

#[test]
fn folders_with_compilation_databases() {
    let folder = tempfile::tempdir().unwrap();
    for (version, value) in [("before", 1), ("after", 2)] {
        let at = folder.path().join(version);
        std::fs::create_dir(&at).unwrap();
        let unit = |name: &str, text: String| std::fs::write(at.join(name), text).unwrap();
        unit(
            "main.c",
            "int get(void); static int f(void) { return 3; } int main(void) { return get() + f(); }".into(),
        );
        unit("get.c", format!("static int f(void) {{ return {value}; }} int get(void) {{ return f(); }}"));
        let one = |name: &str| serde_json::json!({ "directory": at, "file": name, "arguments": ["cc", "-c", name] });
        unit("compile_commands.json", serde_json::json!([one("main.c"), one("get.c")]).to_string());
    }
    let out = rethread(folder.path(), "impact before after --json");
    let object: Value = serde_json::from_slice(&out.stdout).unwrap();
    let modified = object["change"]["modified"].as_array().unwrap();
    assert_eq!(modified.len(), 1, "{object:#}");
    assert!(modified[0]["file"].as_str().unwrap().ends_with("get.c"), "{object:#}");
    assert_eq!(object["change"]["instructions"]["modified"], 1, "{object:#}");
}
