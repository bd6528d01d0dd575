//! `rethread diff`: what is kept of earlier runs and when it is used, revisions of a repository, and what is said when
//! something is wrong. What is found in pairs of programs is in `programs.rs`.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A bug that stands where `N` is 1, one where it is 2, none else; and one that `N` has nothing to do with.
const PROGRAM: &str = "#include <assert.h>\n#include <rethread.h>\nint x, y;\nint main(void) {\n    \
    rethread_symbolic(&x, sizeof x, \"x\");\n    if (x == 7)\n        y = N;\n    assert(y != 1);\n    \
    assert(y != 2);\n    assert(x != 9);\n    return 0;\n}\n";

const ONE: (&str, u64) = ("assert", 8);
const TWO: (&str, u64) = ("assert", 9);
const ALWAYS: (&str, u64) = ("assert", 10);

struct Project(tempfile::TempDir);

impl Project {
    fn new() -> Project {
        Project(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// `name` with `N` as that.
    fn version(&self, name: &str, n: u32) {
        self.write(name, &PROGRAM.replace('N', &n.to_string()));
    }

    fn run_in(&self, folder: &str, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
        command.current_dir(self.path().join(folder)).args(line.split_whitespace());
        command.stdin(Stdio::null()).output().unwrap()
    }

    fn run(&self, line: &str) -> Output {
        self.run_in("", line)
    }

    fn git(&self, line: &str) -> String {
        let mut command = Command::new("git");
        command.current_dir(self.path()).args(line.split_whitespace());
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "Ada").env(format!("GIT_{who}_EMAIL"), "ada@example.org");
        }
        let out = command.output().unwrap();
        assert!(out.status.success(), "git {line}: {}", text(&out.stderr));
        text(&out.stdout)
    }

    fn commit(&self, name: &str) {
        self.git("add -A");
        self.git(&format!("commit -q -m {name}"));
        self.git(&format!("tag {name}"));
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn object(out: &Output) -> Value {
    serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{e}: {}", text(&out.stderr)))
}

/// Kind and line of the bugs with this status.
fn bugs(object: &Value, status: &str) -> Vec<(String, u64)> {
    let bugs = object["bugs"].as_array().unwrap().iter().filter(|b| b["status"] == status);
    bugs.map(|b| (b["kind"].as_str().unwrap().to_string(), b["line"].as_u64().unwrap())).collect()
}

fn are(bugs: &[(&str, u64)]) -> Vec<(String, u64)> {
    bugs.iter().map(|(kind, line)| (kind.to_string(), *line)).collect()
}

/// Old, new.
fn remembered(object: &Value) -> (bool, bool) {
    let flag = |side: &str| object["remembered"][side].as_bool().unwrap();
    (flag("old"), flag("new"))
}

fn runs(object: &Value) -> u64 {
    object["runs"]["complete"].as_u64().unwrap() + object["runs"]["pruned"].as_u64().unwrap()
}

#[test]
fn what_was_explored_is_not_explored_again() {
    let project = Project::new();
    (0..3).for_each(|n| project.version(&format!("{n}.c"), n));
    let first = object(&project.run("diff 0.c 1.c --json"));
    assert_eq!(remembered(&first), (false, false));
    assert_eq!((bugs(&first, "new"), bugs(&first, "present")), (are(&[ONE]), are(&[ALWAYS])));

    // What was the new version is the old one now.
    let next = object(&project.run("diff 1.c 2.c --json"));
    assert_eq!(remembered(&next), (true, false));
    assert!(runs(&next) > 0);
    assert_eq!((bugs(&next, "new"), bugs(&next, "fixed")), (are(&[TWO]), are(&[ONE])));
    assert_eq!(bugs(&next, "present"), are(&[ALWAYS]));

    // Both are known, in either direction.
    let back = object(&project.run("diff 2.c 1.c --json"));
    assert_eq!((remembered(&back), runs(&back)), ((true, true), 0));
    assert_eq!((bugs(&back, "new"), bugs(&back, "fixed")), (are(&[ONE]), are(&[TWO])));
    let again = project.run("diff 0.c 1.c --json");
    assert_eq!(again.status.code(), Some(1));
    let again = object(&again);
    assert_eq!((remembered(&again), runs(&again)), ((true, true), 0));
    assert_eq!((bugs(&again, "new"), bugs(&again, "present")), (are(&[ONE]), are(&[ALWAYS])));
    assert!(project.path().join("rethread-out/bugs/1/test.json").exists());
    let said = text(&project.run("diff 0.c 1.c --color never").stdout);
    assert!(said.contains("both versions were explored before, nothing was explored now"), "{said}");
    assert!(said.contains("old       known from an earlier run"), "{said}");
}

/// Two threads that count, and what is done when they are through.
const THREADS: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int n;\n\
    static void *count(void *a) {\n    for (int i = 0; i < 3; i++)\n        n += 2;\n    return a;\n}\n\
    int main(void) {\n    pthread_t t[2];\n    for (int i = 0; i < 2; i++)\n        \
    pthread_create(&t[i], 0, count, 0);\n    assert(n <= 12);\n    for (int i = 0; i < 2; i++)\n        \
    pthread_join(t[i], 0);\n    LAST\n    return 0;\n}\n";

#[test]
fn what_is_saved_is_said() {
    let project = Project::new();
    let version = |name: &str, last: &str| project.write(name, &THREADS.replace("LAST", last));
    version("first.c", "assert(n == 12);");
    version("last.c", "assert(n > 0);");
    version("same.c", "assert(n > 0); // All of it.");
    let summaries = |line: &str| {
        let answer = object(&project.run(&format!("diff {line} --preset scia --json")));
        let number = |name: &str| answer["saved"]["summaries"][name].as_u64().unwrap();
        assert_eq!(answer["verdict"], "ok", "{answer:#}");
        assert_eq!(number("carried"), answer["summaries"]["carried"], "{answer:#}");
        (number("carried"), number("dropped"))
    };
    // Whatever comes before the end comes to what was changed.
    let (carried, dropped) = summaries("first.c last.c");
    assert!(carried == 0 && dropped > 0, "{carried} {dropped}");
    // Where nothing is explored they are handed on all the same.
    let (carried, dropped) = summaries("last.c same.c");
    assert!(carried > 0, "{carried} {dropped}");
    let said = text(&project.run("diff last.c same.c --preset scia --color never").stdout);
    let row = said.lines().find(|l| l.starts_with("  saved ")).unwrap_or_else(|| panic!("{said}"));
    assert!(row.contains("of these runs, "), "{row}");
    let all = carried + dropped;
    assert!(row.ends_with(&format!("; {carried} of {all} summaries carried over")), "{row}");
    // Without them there is nothing to say.
    let plain = object(&project.run("diff first.c last.c --json --no-store"));
    assert_eq!(plain["saved"]["summaries"], serde_json::json!({ "carried": 0, "dropped": 0 }));
}

#[test]
fn other_settings_are_another_result() {
    let project = Project::new();
    (0..2).for_each(|n| project.version(&format!("{n}.c"), n));
    project.run("diff 0.c 1.c");
    let out = project.run("diff 0.c 1.c --checks assert --json");
    let said = text(&out.stderr);
    assert!(said.contains("the old version is explored again: it was explored before"), "{said}");
    assert!(said.contains("with another --checks"), "{said}");
    let other = object(&out);
    assert_eq!(remembered(&other), (false, false));
    assert!(other["explored_again"].as_str().unwrap().contains("--checks"), "{other:#}");
    // Another way to explore finds the same.
    let reduced = object(&project.run("diff 0.c 1.c --preset baseline --jobs 2 --json"));
    assert_eq!(remembered(&reduced), (true, true));
    // Another flag for clang is another program.
    let flags = project.run("diff 0.c 1.c --json -- -DNDEBUG");
    let why =
        "the same files were explored before, but with other flags for clang: without, now with `-DNDEBUG`";
    assert!(text(&flags.stderr).contains(why), "{}", text(&flags.stderr));
    let flags = object(&flags);
    assert_eq!((remembered(&flags), bugs(&flags, "present")), ((false, false), are(&[])));
}

#[test]
fn a_program_of_two_files() {
    let project = Project::new();
    project.write("a.c", "int f(void);\nint main(void) { return f(); }\n");
    project.write("b.c", "int f(void) { return 0; }\n");
    let said = text(&project.run("check a.c b.c --color never").stdout);
    assert!(said.contains("No bug in a.c and 1 more file: "), "{said}");
}

#[test]
fn nothing_is_kept_if_nothing_is_to_be() {
    let project = Project::new();
    (0..2).for_each(|n| project.version(&format!("{n}.c"), n));
    for _ in 0..2 {
        let out = object(&project.run("diff 0.c 1.c --no-store --json"));
        assert_eq!(remembered(&out), (false, false));
    }
    assert!(!project.path().join(".rethread").exists());
    object(&project.run("diff 0.c 1.c --store kept --json"));
    assert!(project.path().join("kept").is_dir() && !project.path().join(".rethread").exists());
    assert_eq!(remembered(&object(&project.run("diff 0.c 1.c --store kept --json"))), (true, true));
}

#[test]
fn an_unchanged_program_is_not_explored() {
    let project = Project::new();
    project.version("1.c", 1);
    project.write("same.c", &format!("// A comment.\n{}", PROGRAM.replace('N', "1")));
    project.version("2.c", 2);
    let never = project.run("diff 1.c same.c --json");
    assert_eq!(never.status.code(), Some(0));
    let never = object(&never);
    assert_eq!((remembered(&never), runs(&never)), ((false, false), 0));
    assert_eq!(never["bugs"].as_array().unwrap().len(), 0);
    let said = text(&project.run("diff 1.c same.c --color never").stdout);
    assert!(said.contains("nothing changed, nothing was explored"), "{said}");
    assert!(said.contains("the old version was never explored"), "{said}");

    project.run("diff 2.c 1.c");
    let known = object(&project.run("diff 1.c same.c --json"));
    assert_eq!((remembered(&known), runs(&known)), ((true, false), 0));
    let moved = are(&[(ONE.0, ONE.1 + 1), (ALWAYS.0, ALWAYS.1 + 1)]);
    assert_eq!(bugs(&known, "present"), moved);
    assert!(known["bugs"].as_array().unwrap().iter().all(|b| b["how"] == "carried"));
    let said = text(&project.run("diff 1.c same.c --color never").stdout);
    assert!(said.contains("nothing changed, nothing was explored."), "{said}");
    // Also if not everything is known.
    project.run("diff 2.c 1.c --max-depth 1");
    let said = text(&project.run("diff 1.c same.c --max-depth 1 --color never").stdout);
    assert!(
        said.contains("nothing changed, nothing was explored; the old version was not explored"),
        "{said}"
    );
    assert!(said.contains("to its end (max-depth)"), "{said}");
    // It is as good as explored now.
    assert!(remembered(&object(&project.run("diff same.c 2.c --json"))).0);
}

#[test]
fn a_damaged_store_costs_time_only() {
    let project = Project::new();
    (0..2).for_each(|n| project.version(&format!("{n}.c"), n));
    let first = object(&project.run("diff 0.c 1.c --json"));
    let mut damaged = 0;
    for entry in std::fs::read_dir(project.path().join(".rethread")).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = std::fs::read(&path).unwrap();
        if bytes.len() > 4096 {
            bytes.iter_mut().skip(100).step_by(7).for_each(|b| *b ^= 0x55);
            std::fs::write(&path, bytes).unwrap();
            damaged += 1;
        }
    }
    assert!(damaged > 0);
    let out = project.run("diff 0.c 1.c --json");
    assert!(text(&out.stderr).contains("warning: "), "{}", text(&out.stderr));
    assert_eq!(out.status.code(), Some(1));
    let again = object(&out);
    assert_eq!(remembered(&again), (false, false));
    for status in ["new", "present", "fixed"] {
        assert_eq!(bugs(&again, status), bugs(&first, status), "{status}");
    }
}

#[test]
fn where_no_store_can_be_there_is_none() {
    let project = Project::new();
    (0..2).for_each(|n| project.version(&format!("{n}.c"), n));
    project.write(".rethread", "a file\n");
    let out = project.run("diff 0.c 1.c --json");
    assert!(text(&out.stderr).contains("warning: nothing is kept: "), "{}", text(&out.stderr));
    assert_eq!(out.status.code(), Some(1));
    assert_eq!(project.run("diff 0.c 1.c --store .rethread").status.code(), Some(2));
}

#[test]
fn what_makes_the_exit_code_1() {
    let project = Project::new();
    (0..3).for_each(|n| project.version(&format!("{n}.c"), n));
    let code = |line: &str| project.run(line).status.code();
    assert_eq!(code("diff 0.c 1.c"), Some(1));
    assert_eq!(code("diff 1.c 0.c"), Some(0));
    assert_eq!(code("diff 1.c 0.c --fail-on any"), Some(1));
    assert_eq!(code("diff 0.c"), Some(2));
    assert_eq!(code("diff 0.c none.c"), Some(2));
}

/// Cut short under `--max-loop 10` if `N` is more.
const LOOP: &str = "#include <assert.h>\n#include <rethread.h>\nint main(void) {\n    int x, n = 0;\n    \
    rethread_symbolic(&x, sizeof x, \"x\");\n    for (int i = 0; i < N; i++)\n        n++;\n    \
    assert(x != 5);\n    return 0;\n}\n";

fn loops(project: &Project, name: &str, rounds: u32) {
    project.write(name, &LOOP.replace('N', &rounds.to_string()));
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|v| v.as_str().unwrap().to_string()).collect()
}

#[test]
fn the_old_version_s_bounds_are_told() {
    let project = Project::new();
    loops(&project, "long.c", 20);
    loops(&project, "short.c", 3);
    // Everything is explored of the new version, or what the change can affect; the second time both are known.
    for flags in ["--preset dpor --no-store", "--preset cia --no-store", "", ""] {
        let line = format!("diff long.c short.c --max-loop 10 {flags}");
        let out = project.run(&format!("{line} --json"));
        assert_eq!(out.status.code(), Some(1), "{flags}");
        let answer = object(&out);
        assert_eq!(bugs(&answer, "new"), are(&[("assert", 8)]), "{flags}");
        assert_eq!(strings(&answer["bounds_hit"]), ["max-loop"], "{flags}");
        assert_eq!(strings(&answer["bounds_hit_old"]), ["max-loop"], "{flags}");
        assert_eq!(answer["bounds_hit_times"]["max-loop"], 1, "{flags}");
        let may_be_older =
            "bugs that are called new may be older: the old version was not explored to its end";
        assert!(strings(&answer["notes"])[0].starts_with(may_be_older), "{answer:#}");
        let said = text(&project.run(&format!("{line} --color never")).stdout);
        assert!(said.contains("max-loop (1 time, of the old version): loops"), "{said}");
        assert!(said.contains(may_be_older) && !said.contains("no bound was hit"), "{said}");
    }
    let said = |flags: &str| {
        let line = format!("diff long.c short.c --max-loop 10 --no-store --color never {flags}");
        text(&project.run(&line).stdout)
    };
    let all = said("--preset dpor");
    assert!(all.contains("the new version was explored to its end, the old one was not (max-loop)"), "{all}");
    let part = said("--preset cia");
    let rest = "What it cannot affect was looked for in the old version only, and only so far (max-loop).";
    assert!(part.contains("what the change can affect was explored") && part.contains(rest), "{part}");
    // What was explored of the new version to its end is not cut short by where it comes from.
    project.run("diff long.c short.c --max-loop 10 --preset dpor --store other");
    let back = object(&project.run("diff short.c long.c --max-loop 10 --store other --json"));
    assert_eq!(remembered(&back), (true, true));
    assert_eq!(strings(&back["bounds_hit_old"]), [""; 0]);
    // What the new version hits is its own.
    loops(&project, "longer.c", 30);
    let both = text(&project.run("diff long.c longer.c --max-loop 10 --color never").stdout);
    assert!(both.contains("max-loop (2 times, 1 of the old version)"), "{both}");
}

/// Takes longer than anybody waits.
const ENDLESS: &str = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int n;\nstatic void *count(void *a) {\n    \
    for (int i = 0; i < 9; i++)\n        n++;\n    return a;\n}\nint main(void) {\n    pthread_t t[3];\n    \
    for (int i = 0; i < 3; i++)\n        pthread_create(&t[i], 0, count, 0);\n    for (int i = 0; i < 3; i++)\n        \
    pthread_join(t[i], 0);\n    return 0;\n}\n";

#[test]
fn what_was_cut_short_is_no_answer() {
    let project = Project::new();
    project.write("old.c", "int main(void) { return 0; }\n");
    project.write("new.c", ENDLESS);
    for known in [false, true] {
        let out = project.run("diff old.c new.c --max-time 200ms --no-tests --json");
        assert_eq!(out.status.code(), Some(3), "{}", text(&out.stderr));
        let answer = object(&out);
        assert_eq!((remembered(&answer), runs(&answer) > 0), ((known, false), true));
        assert_eq!(answer["saved"]["runs"], 0, "{answer:#}");
        assert_eq!(answer["saved"]["time_s"], 0.0, "{answer:#}");
    }
    // Nor what is known of an old version: that is explored, and goes on from run to run.
    project.write("next.c", "int main(void) { return 1; }\n");
    let next = object(&project.run("diff new.c next.c --max-time 200ms --no-tests --json"));
    assert_eq!((remembered(&next), &next["goes_on"]), ((false, false), &true.into()), "{next:#}");
    // A bound that depends on nothing but the program gives the same again.
    loops(&project, "long.c", 20);
    let line = "diff old.c long.c --max-loop 10";
    assert_eq!(remembered(&object(&project.run(&format!("{line} --json")))), (false, false));
    assert_eq!(remembered(&object(&project.run(&format!("{line} --json")))), (true, true));
    let said = text(&project.run(&format!("{line} --color never")).stdout);
    assert!(said.contains("  new       known from an earlier run"), "{said}");
}

#[test]
fn nothing_is_saved_where_the_old_version_was_explored() {
    let project = Project::new();
    let version = |name: &str, last: &str| project.write(name, &THREADS.replace("LAST", last));
    version("a.c", "assert(n == 12);");
    version("b.c", "assert(n > 0);");
    version("c.c", "assert(n > 0); n = 1;");
    let first = object(&project.run("diff a.c b.c --json"));
    assert_eq!((&first["saved"]["runs"], &first["saved"]["time_s"]), (&0.into(), &0.0.into()), "{first:#}");
    assert!(first["runs_old"].as_u64().unwrap() > 0);
    // Both are known: all of it.
    let again = object(&project.run("diff a.c b.c --json"));
    assert_eq!(again["saved"]["runs"], again["runs_old"], "{again:#}");
    let next = object(&project.run("diff b.c c.c --json"));
    let left = next["runs_old"].as_u64().unwrap().saturating_sub(runs(&next));
    assert_eq!((remembered(&next), &next["saved"]["runs"]), ((true, false), &left.into()));
    assert_eq!(next["saved"]["time_s"].as_f64().unwrap() > 0.0, left > 0);
}

/// A sum that goes nowhere: all that it could do is to overflow.
#[test]
fn what_is_not_asked_for_is_no_reason_to_explore() {
    let project = Project::new();
    let version = |name: &str, by: &str| {
        let tail = format!(
            "int done;\nstatic int tail(int v) {{ return v * {by}; }}\nint main(void) {{\n    done = tail(3);"
        );
        project.write(name, &THREADS.replace("LAST", "").replace("int main(void) {", &tail));
    };
    version("2.c", "2");
    version("3.c", "3");
    let answer = object(&project.run("diff 2.c 3.c --no-store --json"));
    assert_eq!((runs(&answer), answer["verdict"].as_str()), (0, Some("ok")));
    let said = text(&project.run("diff 2.c 3.c --no-store --color never").stdout);
    assert!(said.contains("the change cannot affect anything that is looked for."), "{said}");
    let asked = object(&project.run("diff 2.c 3.c --no-store --checks +overflow --json"));
    assert!(runs(&asked) > 0, "{asked:#}");
    version("large.c", "1000000000");
    let found = object(&project.run("diff 2.c large.c --no-store --checks +overflow --json"));
    assert_eq!(bugs(&found, "new").len(), 1, "{found:#}");
}

#[test]
fn nothing_is_known_of_a_program_that_was_never_explored() {
    let project = Project::new();
    project.version("1.c", 1);
    project.write("same.c", &format!("// A comment.\n{}", PROGRAM.replace('N', "1")));
    for store in ["", "--no-store"] {
        let out = project.run(&format!("diff 1.c same.c --fail-on any --json {store}"));
        assert_eq!((out.status.code(), &object(&out)["verdict"]), (Some(3), &"incomplete".into()));
        assert_eq!(strings(&object(&out)["notes"]), ["nothing is known of the bugs of either version"]);
        let said = text(&project.run(&format!("diff 1.c same.c --fail-on any --color never {store}")).stdout);
        let why = if store.is_empty() { "the old version was never explored" } else { "nothing is kept" };
        assert!(said.contains(&format!("What bugs there are is not known: {why}")), "{said}");
        // Nothing is new all the same.
        assert_eq!(project.run(&format!("diff 1.c same.c {store}")).status.code(), Some(0));
    }
    project.version("2.c", 2);
    project.run("diff 2.c 1.c");
    assert_eq!(project.run("diff 1.c same.c --fail-on any").status.code(), Some(1));
}

#[test]
fn why_it_is_explored_again() {
    let project = Project::new();
    (0..2).for_each(|n| project.version(&format!("{n}.c"), n));
    let why = |line: &str| {
        let answer = object(&project.run(line));
        answer["explored_again"].as_str().unwrap_or_else(|| panic!("{answer:#}")).to_string()
    };
    project.run("diff 0.c 1.c");
    let flags = why("diff 0.c 1.c --json -- -DNDEBUG -DA");
    assert!(flags.ends_with("with other flags for clang: without, now with `-DNDEBUG -DA`"), "{flags}");
    let flags = why("diff 0.c 1.c --json -- -Dx=z -DA");
    assert!(flags.ends_with("with other flags for clang: with `-DNDEBUG`, now with `-Dx=z`"), "{flags}");
    project.write("0.c", &PROGRAM.replace('N', "5"));
    assert!(why("diff 0.c 1.c --json").ends_with("but their code is not the same"));
    // A record that somebody removed was no bound.
    let opened = rethread_store::Store::open_in(&project.path().join(".rethread"), None, Default::default());
    let store = opened.unwrap().store;
    let results = store.list_local().into_iter().filter(|e| e.space == rethread_store::Space::Result);
    store.remove(&results.map(|e| (e.space, e.key)).collect::<Vec<_>>());
    drop(store);
    let gone = why("diff 0.c 1.c --json");
    assert_eq!(gone, "it was explored before, but what was found is not in the store any more");
    project.run("diff 0.c 1.c --max-tests 1 --store bounded");
    let bound = why("diff 0.c 1.c --store bounded --json");
    assert!(bound.contains("a bound cut that short"), "{bound}");
}

#[test]
fn another_assertion_in_the_place_of_one_is_another_bug() {
    let project = Project::new();
    let version = |name: &str, asserted: &str| {
        let text = PROGRAM.replace("assert(x != 9)", &format!("assert({asserted})")).replace('N', "0");
        project.write(name, &text);
    };
    version("9.c", "x != 9");
    version("8.c", "x != 8");
    version("wide.c", "x   !=  9");
    for _ in 0..2 {
        let other = object(&project.run("diff 9.c 8.c --json"));
        assert_eq!((bugs(&other, "new"), bugs(&other, "fixed")), (are(&[ALWAYS]), are(&[ALWAYS])));
        assert_eq!(bugs(&other, "present"), are(&[]));
        let message = |n: usize| other["bugs"][n]["message"].as_str().unwrap().to_string();
        assert_eq!(message(0), "assertion `x != 8` fails");
        assert_eq!(message(1), "assertion `x != 9` fails");
    }
    let same = object(&project.run("diff 9.c wide.c --json"));
    assert_eq!((bugs(&same, "present"), bugs(&same, "new")), (are(&[ALWAYS]), are(&[])), "{same:#}");
}

/// In `src/`, with what it includes in `include/`; tags are the values of `N`.
fn repository() -> Project {
    let project = Project::new();
    project.git("init -q -b main");
    project.write(
        "src/prog.c",
        &PROGRAM.replace("y = N", "y = VALUE").replace("#include <r", "#include \"value.h\"\n#include <r"),
    );
    for n in 0..3 {
        project.write("include/value.h", &format!("#define VALUE {n}\n"));
        project.commit(&n.to_string());
    }
    project
}

/// With one more line on top.
fn below(bug: (&str, u64)) -> (&str, u64) {
    (bug.0, bug.1 + 1)
}

#[test]
fn revisions_of_a_repository() {
    let project = repository();
    project.write("src/prog.c", "what the user is working on");
    let out = project.run("diff --git 0..1 src/prog.c --json -- -Iinclude");
    assert_eq!(out.status.code(), Some(1), "{}", text(&out.stderr));
    let first = object(&out);
    assert_eq!(bugs(&first, "new"), are(&[below(ONE)]));
    assert_eq!(first["bugs"][0]["file"], "src/prog.c");
    assert_eq!(first["files"][0], "src/prog.c");
    assert_eq!(first["change"]["modified"][0]["file"], "src/prog.c");
    assert_eq!(
        project.git("status --porcelain"),
        " M src/prog.c\n?? rethread-out/\n",
        "the tree is as it was"
    );

    // The folders are others each time, the results are the same ones: also from another working folder, by its names.
    let next = object(&project.run("diff --git 1..2 src/prog.c --json -- -Iinclude"));
    assert_eq!(remembered(&next), (true, false));
    assert_eq!((bugs(&next, "new"), bugs(&next, "fixed")), (are(&[below(TWO)]), are(&[below(ONE)])));
    let back = object(&project.run("diff --git 2..0 src/prog.c --json -- -Iinclude"));
    assert_eq!((remembered(&back), runs(&back)), ((true, true), 0));
    let inside = project.run_in("src", "diff --git 0..1 prog.c --out ../out --json -- -I../include");
    assert_eq!(object(&inside)["bugs"][0]["file"], "prog.c", "{}", text(&inside.stderr));

    // Source lines are those of the revision, not of the user's file, and its tests are for that.
    let said = text(&project.run("diff --git 0..1 src/prog.c --color never -- -Iinclude").stdout);
    assert!(said.contains("9 |     assert(y != 1);"), "{said}");
    let commit = &project.git("rev-parse 1")[..10];
    assert!(said.contains(&format!("bugs/1 (with {commit} checked out)")), "{said}");
    assert!(said.contains("  bug 2 [assert] src/prog.c:11: "), "{said}");
}

#[test]
fn a_build_comes_first_if_it_is_asked_for() {
    let project = Project::new();
    project.git("init -q -b main");
    project.write(
        "prog.c",
        &PROGRAM.replace("y = N", "y = VALUE").replace("#include <r", "#include \"made.h\"\n#include <r"),
    );
    let database = r#"[{ "directory": "'$PWD'", "file": "prog.c", "arguments": ["cc", "-c", "prog.c"] }]"#;
    for n in 0..2 {
        project.write(
            "configure",
            &format!("echo '#define VALUE {n}' >made.h\necho '{database}' >compile_commands.json\n"),
        );
        project.commit(&n.to_string());
    }
    let command = |files: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
        command.current_dir(project.path()).args([
            "diff",
            "--git",
            "0..1",
            "--build",
            "sh configure",
            "--json",
        ]);
        command.args(files.split_whitespace()).stdin(Stdio::null()).output().unwrap()
    };
    let built = command("prog.c");
    assert_eq!(bugs(&object(&built), "new"), are(&[below(ONE)]), "{}", text(&built.stderr));
    // A compilation database that the build makes.
    let listed = command(".");
    assert_eq!(bugs(&object(&listed), "new"), are(&[below(ONE)]), "{}", text(&listed.stderr));
    assert_eq!(object(&listed)["bugs"][0]["file"], "prog.c");
    assert_eq!(remembered(&object(&command("."))), (true, true), "no name of a temporary folder is in it");
}

/// However the files are named, results are the same, and nothing tells where the revisions were.
#[test]
fn names_that_are_not_relative() {
    let project = repository();
    let line = |name: &str| format!("diff --git 0..1 {name} --json -- -Iinclude");
    let first = object(&project.run(&line("src/prog.c")));
    let absolute = project.path().join("src/prog.c");
    let own = project.path().file_name().unwrap().to_str().unwrap().to_string();
    let link = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(project.path(), link.path().join("link")).unwrap();
    let names = [
        absolute.display().to_string(),
        "./src/prog.c".into(),
        "src/../src/prog.c".into(),
        format!("../{own}/src/prog.c"),
        format!("{}/link/src/prog.c", link.path().display()),
    ];
    for name in names {
        let out = project.run(&line(&name));
        assert_eq!(out.status.code(), Some(1), "{name}: {}", text(&out.stderr));
        let answer = object(&out);
        // A result of other names would not be found.
        assert_eq!(remembered(&answer), (true, true), "{name}");
        for field in ["files", "bugs", "change"] {
            assert_eq!(answer[field], first[field], "{name}");
        }
        let written = ["result.json", "report.json", "bugs/1/test.json", "bugs/1/build.json"];
        for file in written.map(|f| project.path().join("rethread-out").join(f)).iter().filter(|f| f.exists())
        {
            let written = std::fs::read_to_string(file).unwrap();
            let told = !written.contains("rethread-git-") || file.ends_with("report.json");
            assert!(told, "{name}: {}", file.display());
        }
    }
    // From a folder inside, where the file is in another one.
    let inside = project
        .run_in("include", &format!("diff --git 0..1 {} --out ../out --json -- -I.", absolute.display()));
    assert_eq!(object(&inside)["bugs"][0]["file"], "../src/prog.c", "{}", text(&inside.stderr));
}

/// The process is ended, not the terminal's whole group.
#[test]
fn a_build_ends_with_who_runs_it() {
    for signal in ["-TERM", "-INT"] {
        let project = repository();
        let [began, done] = ["began", "done"].map(|name| project.path().join(name));
        let build = format!("touch {}; (sleep 2; touch {}) & wait", began.display(), done.display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
        command.current_dir(project.path()).args(["diff", "--git", "0..1", "src/prog.c", "--build", &build]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        let pause = |ms| std::thread::sleep(std::time::Duration::from_millis(ms));
        while !began.exists() {
            pause(10);
        }
        let kill = format!("kill {signal} {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        let out = child.wait_with_output().unwrap();
        assert_eq!(out.status.code(), Some(2), "{signal}");
        assert!(text(&out.stderr).contains("interrupted while `touch "), "{}", text(&out.stderr));
        pause(2500);
        assert!(!done.exists(), "{signal}: it went on");
    }
}

#[test]
fn a_build_may_ask_git() {
    let project = repository();
    project.write(
        "configure",
        "test -z \"$(git status --porcelain)\" || exit 1\necho \"int at_$(git describe --tags --dirty);\" >src/version.h\n",
    );
    for name in ["v1", "v2"] {
        project.write(
            "src/prog.c",
            &format!("#include \"version.h\"\nint main(void) {{ return at_{name}; }}\n"),
        );
        project.commit(name);
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    command.current_dir(project.path()).args([
        "diff",
        "--git",
        "v1..v2",
        "src/prog.c",
        "--build",
        "sh configure",
    ]);
    let out = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert_eq!(project.git("status --porcelain"), "?? rethread-out/\n");
}

#[test]
fn what_is_wrong_with_revisions_is_said() {
    let project = repository();
    project.write("late.c", "int main(void) { return 0; }");
    project.commit("late");
    let fails = |line: &str, why: &str| {
        let out = project.run(line);
        assert_eq!(out.status.code(), Some(2), "{line}");
        assert!(text(&out.stderr).contains(why), "{line}: {}", text(&out.stderr));
    };
    fails("diff --git 2..late late.c", "`late.c` is not in the old revision");
    fails("diff --git late..2 late.c", "`late.c` is not in the new revision");
    project.git("mv late.c later.c");
    project.commit("later");
    fails(
        "diff --git late..later late.c",
        "where it is called `later.c`: both versions need files of the same names",
    );
    fails("diff --git late..later later.c", "where it is called `late.c`");
    assert_eq!(
        project.run_in("src", "diff --git late..later ../later.c --out ../out").status.code(),
        Some(2)
    );
    fails("diff --git 0..1 none.c", "`none.c` is in neither revision");
    fails("diff --git 0..nothing src/prog.c", "`nothing` is no revision");
    fails("diff --git 0..1", "--git needs the files of the program");
    fails("diff --git 0..1 src/prog.c --build false", "`false` failed in `0`");
    fails("diff --build true 0.c 1.c", "--git");
}

/// The history of examples/, commit by commit: each bug is new in the one that brings it, and fixed in the one that mends it.
#[test]
fn a_queue_and_its_history() {
    let project = Project::new();
    project.git("init -q -b main");
    let patches = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/queue-history");
    let patches = std::fs::read_dir(patches).unwrap().map(|entry| entry.unwrap().path());
    let mut patches: Vec<_> = patches.filter(|p| p.extension().is_some_and(|e| e == "patch")).collect();
    patches.sort();
    patches.iter().for_each(|p| _ = project.git(&format!("am -q {}", p.display())));
    let commits = project.git("rev-list --reverse main");
    let commits: Vec<&str> = commits.lines().collect();
    assert_eq!(commits.len(), 12);
    for (i, pair) in commits.windows(2).enumerate() {
        let (number, range) = (i + 2, format!("{}..{}", pair[0], pair[1]));
        let out = project.run(&format!("diff --git {range} queue.c --no-tests --json"));
        let answer = object(&out);
        // What was new in the step before is old now.
        assert_eq!(remembered(&answer), (number > 2, false), "{number}");
        let told = |status: &str| -> Vec<String> {
            let bugs = answer["bugs"].as_array().unwrap().iter().filter(|b| b["status"] == status);
            bugs.map(|b| format!("{} {}", b["kind"], b["function"]).replace('"', "")).collect()
        };
        let (race, deadlock) = ("race queue_take", "deadlock main");
        let (new, present, fixed): (&[&str], &[&str], &[&str]) = match number {
            6 => (&[race], &[], &[]),
            7 => (&[], &[race], &[]),
            8 => (&[], &[], &[race]),
            9 => (&[deadlock], &[], &[]),
            10 => (&[], &[deadlock], &[]),
            11 => (&[], &[], &[deadlock]),
            _ => (&[], &[], &[]),
        };
        assert_eq!(
            (told("new"), told("present"), told("fixed")),
            (own(new), own(present), own(fixed)),
            "{number}"
        );
        assert_eq!(out.status.code(), Some(if new.is_empty() { 0 } else { 1 }), "{number}");
        // What compiles to the same is not explored.
        assert_eq!(runs(&answer) == 0, [7, 12].contains(&number), "{number}");
    }
}

fn own(list: &[&str]) -> Vec<String> {
    list.iter().map(|s| s.to_string()).collect()
}
