//! The history of examples/queue-history: each bug is found at the commit that brings it, and gone with the one that mends it.

use std::path::Path;
use std::process::Command;

/// A line of the walk without what reductions may change: number and title, and the bugs that are new or fixed.
fn essence(line: &str) -> Option<(String, Vec<String>)> {
    let (before, bugs) = line.trim().split_once(" runs")?;
    let (title, _) = before.rsplit_once(' ')?;
    let says = |b: &&str| b.starts_with("new: ") || b.starts_with("fixed: ");
    Some((title.trim().into(), bugs.split("  ").filter(says).map(Into::into).collect()))
}

#[test]
fn the_walk_is_as_the_readme_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let walk =
        Command::new(root.join("scripts/queue-history.sh")).arg(env!("CARGO_BIN_EXE_rethread")).output();
    let walk = walk.expect("the script runs");
    assert!(walk.status.success(), "{}", String::from_utf8_lossy(&walk.stderr));
    let readme = std::fs::read_to_string(root.join("examples/queue-history/README.md")).expect("it is there");
    let told: Vec<_> = readme.lines().filter_map(|l| l.strip_prefix("    ")).filter_map(essence).collect();
    let seen: Vec<_> = String::from_utf8_lossy(&walk.stdout).lines().filter_map(essence).collect();
    assert_eq!(seen, told);
    let bugs = |commit: usize| seen[commit - 1].1.join(", ");
    assert_eq!(seen.len(), 12);
    assert_eq!(bugs(6), "new: race queue_take/queue_length");
    assert_eq!(bugs(9), "new: deadlock main");
}
