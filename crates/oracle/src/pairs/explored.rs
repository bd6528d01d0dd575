//! One version, explored plainly.

use crate::compare::{Finding, findings};
use crate::setting::{Discard, Setting, explore, options, runs};
use rethread_analysis::Site;
use rethread_explore::{BugKind, Options, Outcome};
use rethread_ir::{FuncId, Program};
use std::collections::BTreeSet;
use std::time::Duration;

/// For what does not end: an edit can leave a thread alone with a loop that waits for it.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Explored {
    /// With the models of libc.
    pub program: Program,
    pub outcome: Outcome,
    pub findings: BTreeSet<Finding>,
    /// The same if assertions alone are looked for.
    pub asserts: Option<Outcome>,
    /// Lines that some run came to.
    pub reached: BTreeSet<u32>,
    pub runs: u64,
}

impl Explored {
    /// The error of the outer result is a panic's message.
    pub fn of(mut program: Program) -> Result<Result<Explored, Discard>, String> {
        let patient = |setting| Options { max_time: Some(PATIENCE), ..options(setting) };
        let outcome = match explore(&program, &patient(Setting::TRUTH))? {
            Ok(outcome) => outcome,
            Err(discard) => return Ok(Err(discard)),
        };
        // What is not looked for does not stop a thread everywhere: some loops have no end then.
        let asserts = explore(&program, &patient(Setting { asserts: true, ..Setting::TRUTH }))?.ok();
        rethread_engine::add_models(&mut program);
        let lines = outcome.coverage.lines.values().flatten();
        Ok(Ok(Explored {
            reached: lines.filter(|l| *l.1 > 0).map(|l| *l.0).collect(),
            program,
            findings: findings(&outcome),
            asserts,
            runs: runs(&outcome.counters),
            outcome,
        }))
    }

    /// What plain exploration finds, of what is looked for.
    pub fn truth(&self, asserts: bool) -> Option<&Outcome> {
        if asserts { self.asserts.as_ref() } else { Some(&self.outcome) }
    }

    pub fn main(&self) -> FuncId {
        self.program.find_function("main").expect("every program has one")
    }

    /// The instructions of the program's own functions, with their lines.
    pub fn sites(&self) -> Vec<(Site, u32)> {
        let mut out = Vec::new();
        for (f, function) in (0..).zip(&self.program.functions).filter(|(_, f)| !f.is_model) {
            for (b, block) in (0..).zip(&function.blocks) {
                for (i, inst) in (0..).zip(&block.insts) {
                    let line = self.program.location(inst.loc).map_or(0, |l| l.at.line);
                    out.push((Site { function: f, block: b, inst: i }, line));
                }
            }
        }
        out
    }

    /// What goes wrong in one thread on a line.
    pub fn failures(&self, line: u32) -> BTreeSet<BugKind> {
        self.failing().filter(|f| f.line == line).map(|f| f.kind).collect()
    }

    /// All that goes wrong in one thread.
    pub fn failing(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|f| !matches!(f.kind, BugKind::Race | BugKind::Deadlock))
    }

    pub fn deadlocks(&self) -> BTreeSet<u32> {
        self.findings.iter().filter(|f| f.kind == BugKind::Deadlock).map(|f| f.line).collect()
    }

    /// Pairs of lines that race, the smaller one first.
    pub fn races(&self) -> BTreeSet<(u32, u32)> {
        let races = self.findings.iter().filter(|f| f.kind == BugKind::Race);
        races.map(|f| ordered(f.line, f.other.unwrap_or(0))).collect()
    }
}

pub fn ordered(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}
