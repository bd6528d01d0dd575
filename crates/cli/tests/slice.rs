//! `rethread slice`: marks, JSON, and what is said when a place does not fit.

use serde_json::Value;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = "\
#include <assert.h>
int x, y, z;

int main(void) {
    if (x > 0)
        z = 1;
    else
        z = 2;

    if (x < 0)
        y = 1;
    assert(y == 0);
    return 0;
}

void never(void) {
    y = 2;
}
";

fn rethread(line: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("p.c"), PROGRAM).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    command.current_dir(folder.path()).args(line.split_whitespace()).stdin(Stdio::null());
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn lines_of_the_slice_are_marked() {
    let out = rethread("slice p.c --at p.c:12 --color never");
    assert_eq!(out.status.code(), Some(0));
    let expected = "\
p.c: 3 of 9 lines with code
 ... |
   8 |           z = 2;
   9 |
  10 | >     if (x < 0)
  11 | >         y = 1;
  12 | *     assert(y == 0);
  13 |       return 0;
  14 |   }
 ... |
";
    assert_eq!(text(&out.stdout), expected);
}

#[test]
fn a_file_may_be_named_from_here() {
    let plain = rethread("slice p.c --at p.c:12 --json");
    assert_eq!(plain.stdout, rethread("slice p.c --at ./p.c:12 --json").stdout);
    let dotted = rethread("slice ./p.c --at p.c:12 --color never");
    assert!(text(&dotted.stdout).starts_with("./p.c: 3 of 9 lines"), "{}", text(&dotted.stderr));
}

#[test]
fn the_same_as_an_object() {
    let out = rethread("slice p.c --at p.c:5 --forward --json");
    let object: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(object["verdict"], "ok");
    assert_eq!(object["direction"], "forward");
    assert_eq!(object["at"], serde_json::json!([{ "file": "p.c", "line": 5 }]));
    assert_eq!(object["slice"], serde_json::json!([{ "file": "p.c", "lines": [5, 6, 8] }]));
    assert_eq!(object["everything"], false);
    assert!(out.stderr.is_empty(), "{}", text(&out.stderr));
}

#[test]
fn places_that_do_not_fit() {
    let fails = |line: &str, why: &str| {
        let out = rethread(line);
        assert_eq!(out.status.code(), Some(2), "{line}");
        let said = text(&out.stderr);
        assert!(said.contains(why), "{line}: {said}");
    };
    fails("slice p.c --at p.c:9", "line 9 has no instruction; the nearest lines that have are 8 and 10");
    fails("slice p.c --at p.c:1", "the nearest line that has is 5");
    fails("slice p.c --at p.c:900", "the nearest line that has is ");
    fails("slice p.c --at q.c:5", "the program has no code in `q.c`, only in p.c");
    fails("slice p.c --at p.c", "a place is FILE:LINE, such as prog.c:12");
    fails("slice p.c --at p.c:x", "a place is FILE:LINE, such as prog.c:12");
    fails("slice p.c", "--at");
    fails("slice p.c --at p.c:5 --entry nevr", "no function `nevr` to start from");
    let out = rethread("slice p.c --at p.c:9 --json");
    assert_eq!(out.status.code(), Some(2));
    let object: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(object["verdict"], "error");
}

#[test]
fn code_that_is_never_run() {
    let out = rethread("slice p.c --at p.c:17 --color never");
    assert_eq!(out.status.code(), Some(0));
    assert!(text(&out.stderr).contains("note: p.c:17 is never reached from `main`"));
    assert!(text(&out.stdout).contains("17 | *     y = 2;"));
    let out = rethread("slice p.c --at p.c:17 --entry never --color never");
    assert!(out.stderr.is_empty(), "{}", text(&out.stderr));
}
