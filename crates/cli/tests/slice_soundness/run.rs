//! Compiles and explores a program, and says what happened on which line.

use rethread_analysis::Site;
use rethread_explore::{Bug, BugKind, Observer, Options, Progress, Test, check};
use rethread_ir::{Isolation, LoadOptions, Program, load};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Programs with more runs than that are not worth their time.
const RUNS: u64 = 1500;

struct Limit;

impl Observer for Limit {
    fn test(&mut self, _: &Test) {}
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, progress: &Progress) -> bool {
        let c = &progress.counters;
        c.complete + c.infeasible + c.blocked > RUNS
    }
}

/// What a program does.
#[derive(PartialEq, Debug, Default)]
pub struct Lines {
    /// By line: was it reached, and what went wrong there?
    pub at: BTreeMap<u32, (bool, BTreeSet<BugKind>)>,
    /// Pairs of lines that race, the smaller one first.
    pub races: BTreeSet<(u32, u32)>,
    pub deadlocks: bool,
    /// Were there loops that were not followed to their end?
    pub cut: bool,
}

impl Lines {
    pub fn at(&self, line: u32) -> (bool, BTreeSet<BugKind>) {
        self.at.get(&line).cloned().unwrap_or_default()
    }
}

/// None if it takes too long.
pub fn explored(program: &Program) -> Option<Lines> {
    let options = Options {
        dpor: true,
        no_tests: true,
        // More than a loop that counts takes, also when its bound is changed.
        max_loop: Some(6),
        max_time: Some(Duration::from_secs(20)),
        ..Options::default()
    };
    let outcome = check(program, &options, &mut Limit).ok()?;
    if outcome.bounds_hit.keys().any(|b| b != "max-loop") {
        return None;
    }
    let deadlocks = outcome.bugs.iter().any(|b| b.kind == BugKind::Deadlock);
    let mut lines = Lines { deadlocks, cut: !outcome.bounds_hit.is_empty(), ..Lines::default() };
    for (&line, &times) in outcome.coverage.lines.values().flatten() {
        lines.at.entry(line).or_default().0 = times > 0;
    }
    for race in outcome.bugs.iter().filter(|b| b.kind == BugKind::Race) {
        let (a, b) = (race.place.line, race.other.as_ref().map_or(0, |o| o.place.line));
        lines.races.insert((a.min(b), a.max(b)));
    }
    // Two threads take part in the others: they are not about one line.
    for bug in outcome.bugs.iter().filter(|b| !matches!(b.kind, BugKind::Race | BugKind::Deadlock)) {
        lines.at.entry(bug.place.line).or_default().1.insert(bug.kind);
    }
    Some(lines)
}

/// None if clang does not take it.
pub fn compiled(text: &str) -> Option<Program> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.c");
    std::fs::write(&path, text).unwrap();
    let options = LoadOptions { isolation: Isolation::InProcess, ..LoadOptions::default() };
    let mut program = load(&[path], &options).ok()?;
    rethread_engine::add_models(&mut program);
    Some(program)
}

/// The instructions of the program's own functions, with their lines.
pub fn sites(program: &Program) -> Vec<(Site, u32)> {
    let mut out = Vec::new();
    for (f, function) in program.functions.iter().enumerate().filter(|(_, f)| !f.is_model) {
        for (b, block) in function.blocks.iter().enumerate() {
            for (i, inst) in block.insts.iter().enumerate() {
                let line = program.location(inst.loc).map_or(0, |l| l.at.line);
                out.push((Site { function: f as u32, block: b as u32, inst: i as u32 }, line));
            }
        }
    }
    out
}

/// A number from the environment.
pub fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}
