//! The tree that is kept for the report agrees with what the run counted.

mod support;

use rethread_report::tree::Tree;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use support::scratch::{RACE, folder};

const BRANCHES: &str = "\
#include <rethread.h>
#include <assert.h>
int main(void) {
    unsigned char in[3];
    rethread_symbolic(in, sizeof in, \"in\");
    rethread_assume(in[0] < 100);
    int n = 0;
    for (int i = 0; i < 3; i++)
        if (in[i] > 7)
            n++;
    assert(n < 3);
    return n;
}
";

/// The tree, and `result.json`.
fn explored(program: &str, flags: &[&str]) -> (Tree, Value) {
    let folder = folder(&[("p.c", program)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    let told =
        command.current_dir(folder.path()).args(["check", "p.c", "--json"]).args(flags).output().unwrap();
    let out: &Path = &folder.path().join("rethread-out");
    (Tree::read(out).unwrap(), serde_json::from_slice(&told.stdout).unwrap())
}

fn number(kinds: &Tree, kind: &str) -> u64 {
    kinds.kinds().get(kind).copied().unwrap_or(0)
}

#[test]
fn every_run_has_its_end() {
    for (program, flags) in [
        (RACE, &[][..]),
        (RACE, &["--reduce", "none"]),
        (RACE, &["--preset", "ag"]),
        (BRANCHES, &[]),
        (BRANCHES, &["--order", "bfs"]),
        (BRANCHES, &["--max-depth", "2"]),
    ] {
        let (tree, result) = explored(program, flags);
        let runs = |what: &str| result["runs"][what].as_u64().unwrap();
        assert_eq!(number(&tree, "complete") + number(&tree, "bug"), runs("complete"), "{flags:?}");
        assert_eq!(number(&tree, "summary"), runs("pruned"), "{flags:?}");
        assert_eq!(number(&tree, "blocked"), runs("blocked"), "{flags:?}");
        assert_eq!(number(&tree, "assume"), runs("infeasible"), "{flags:?}");
        let bounds = result["bounds_hit_times"]["max-depth"].as_u64().unwrap_or(0);
        assert_eq!(number(&tree, "bound"), bounds, "{flags:?}");
        assert_eq!(tree.beyond.len(), 0);
        let found: u32 = tree.found.values().sum();
        assert_eq!(found as usize, result["bugs"].as_array().unwrap().len(), "{flags:?}");
    }
}

#[test]
fn what_is_left_out_is_there_with_the_reason() {
    let (tree, _) = explored(RACE, &[]);
    assert!(number(&tree, "asleep") + number(&tree, "not-needed") > 0);
    let (whole, _) = explored(RACE, &["--reduce", "none"]);
    assert_eq!(number(&whole, "asleep") + number(&whole, "not-needed") + number(&whole, "blocked"), 0);
    assert!(
        number(&whole, "complete") + number(&whole, "bug") > number(&tree, "complete") + number(&tree, "bug")
    );
}

#[test]
fn the_limit_holds_and_nothing_is_lost() {
    let flags = ["--reduce", "none", "--tree-nodes", "20"];
    let (tree, result) = explored(RACE, &flags);
    assert_eq!(tree.parent.len(), 20);
    let beyond: u64 = tree.beyond.values().sum();
    let ends = number(&tree, "complete") + number(&tree, "bug") + beyond;
    assert_eq!(ends, result["runs"]["complete"].as_u64().unwrap());
    assert!(tree.beyond.keys().all(|&node| node <= 20));
    for flags in [["--tree-nodes", "0"], ["--jobs", "2"]] {
        assert!(explored(RACE, &flags).0.is_empty(), "{flags:?}");
    }
}
