//! Pages that name test programs stay true: every program they name exists, and the runs in
//! `docs/paper-programs.md` are those of the programs' directives (which `programs.rs` holds rethread to).
//! Times are not looked at.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use support::tree;

/// The families of the paper's table 2 that are small and well known.
const FAMILIES: [&str; 22] = [
    "fibbench",
    "indexer",
    "lazy01",
    "reorder",
    "sigma",
    "singleton",
    "stack",
    "stateful01",
    "twostage",
    "dekker",
    "peterson",
    "readwritelk",
    "timevarmutex",
    "szymanski",
    "unverif",
    "bluetooth",
    "circularbuf",
    "readreadwrite",
    "queue",
    "account",
    "ticket",
    "fsbench",
];

/// Of one row: runs with baseline, dpor, ag, and ag with assertions alone, None where it says that it did not finish.
type Row = (Option<u64>, Option<u64>, Option<u64>, Option<u64>);

fn docs() -> PathBuf {
    tree::root().join("../../docs")
}

fn page(name: &str) -> String {
    let path = docs().join(name);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Programs, as paths below `tests/programs/`, with the last four cells of their rows.
fn rows(page: &str) -> BTreeMap<String, Row> {
    let mut rows = BTreeMap::new();
    for line in page.lines().filter(|l| l.starts_with('|') && l.contains("../tests/programs/")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [.., program, baseline, dpor, ag, assertions] = cells[..] else {
            panic!("too few cells: {line}")
        };
        let (_, path) =
            program.split_once("../tests/programs/").expect("the link is in the fifth cell from last");
        let path = path.trim_end_matches(')').to_string();
        let row = (runs(baseline, line), runs(dpor, line), runs(ag, line), runs(assertions, line));
        assert!(rows.insert(path, row).is_none(), "two rows for one program: {line}");
    }
    rows
}

/// `1,107 · 0.02 s` or `> 60 s`.
fn runs(cell: &str, line: &str) -> Option<u64> {
    if cell.starts_with("> ") {
        return None;
    }
    let count = cell.split(" · ").next().unwrap_or_default().replace(',', "");
    Some(count.parse().unwrap_or_else(|_| panic!("`{cell}` is not a number of runs: {line}")))
}

#[test]
fn the_page_has_the_runs_of_the_directives() {
    let rows = rows(&page("paper-programs.md"));
    let programs: BTreeMap<_, _> = tree::programs().into_iter().map(|p| (p.name, p.expectation)).collect();
    for (name, row) in &rows {
        let expectation = programs.get(name).unwrap_or_else(|| panic!("{name} does not exist"));
        let expectation = expectation.as_ref().unwrap_or_else(|why| panic!("{why}"));
        let expected = |preset: &str| expectation.runs.get(preset).map(|runs| runs.0 + runs.1);
        let ours = (expected("baseline"), expected("dpor"), expected("ag"), expected("ag-assert"));
        assert_eq!(*row, ours, "{name}");
    }
}

#[test]
fn the_page_has_every_program_of_the_table() {
    let rows = rows(&page("paper-programs.md"));
    for program in tree::programs().iter().filter(|p| p.name.starts_with("threads/table2/")) {
        assert!(rows.contains_key(&program.name), "{} has no row", program.name);
    }
    for family in FAMILIES {
        let start = format!("threads/table2/{family}");
        assert!(rows.keys().any(|name| name.starts_with(&start)), "no program for {family}");
    }
    let (baseline, dpor, ag, _) = rows["threads/figures/concise_fig2_old.c"];
    assert_eq!((baseline, dpor, ag), (Some(6), Some(4), Some(3)));
    let (baseline, dpor, ag, _) = rows["threads/figures/ag_fig4.c"];
    assert!(baseline == Some(54) && dpor.is_some_and(|runs| runs <= 36) && ag.is_some_and(|runs| runs <= 17));
}

#[test]
fn the_table_of_pthread_names_programs_that_exist() {
    let programs: BTreeSet<String> = tree::programs().into_iter().map(|p| p.name).collect();
    let page = page("threads.md");
    let mut named = 0;
    for line in page.lines().filter(|l| l.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [_, how, _, tests] = cells[..] else { panic!("not four cells: {line}") };
        // What is refused is a message, and one program for it is enough.
        assert!(!tests.is_empty() || how == "refused", "no program: {line}");
        for name in tests.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            named += 1;
            assert!(programs.contains(&format!("threads/{name}.c")), "{name} does not exist: {line}");
        }
    }
    assert!(named > 50, "only {named} programs are named: has the table another form?");
}
