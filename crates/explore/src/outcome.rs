//! What a run of rethread found: plain data, the source of every report.

pub use rethread_testcase::{BugKind, End, EndKind, Input, Place, ScheduleStep, Test};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Ok,
    Bugs,
    Incomplete,
    Error,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bug {
    pub kind: BugKind,
    pub place: Place,
    pub thread: String,
    pub message: String,
    /// Call stack, innermost first; `stack[0]` is `place`.
    pub stack: Vec<Place>,
    /// Second party, for races and for memory errors (where it was freed or allocated).
    pub other: Option<Other>,
    /// For a deadlock: the other threads that wait, and for what.
    #[serde(default)]
    pub waiting: Vec<Other>,
    /// What the threads do on the way there, in order; empty for a program with one thread.
    #[serde(default)]
    pub interleaving: Vec<Interleaved>,
    /// The threads of that run, main first.
    #[serde(default)]
    pub threads: Vec<Started>,
    /// The test that reaches it.
    pub test: Test,
}

/// A thread: the function it begins with, and where it was created; main was not.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Started {
    pub thread: String,
    pub function: String,
    pub place: Option<Place>,
    /// How many steps of the interleaving came before.
    #[serde(default)]
    pub after: usize,
}

/// One step of an interleaving that matters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interleaved {
    pub thread: String,
    pub place: Place,
    /// `read x = 0`, `lock m`, `branch taken`.
    pub what: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Other {
    /// `freed here`, `allocated here`, `races with`.
    pub role: String,
    pub thread: String,
    pub place: Place,
    /// Its call stack, innermost first, where it is known.
    #[serde(default)]
    pub stack: Vec<Place>,
}

/// Counters of one run; INTERFACE.md names them in the JSON.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Counters {
    pub complete: u64,
    pub pruned: u64,
    pub infeasible: u64,
    pub blocked: u64,
    pub pruned_by: BTreeMap<String, u64>,
    pub instructions: u64,
    pub states: u64,
    pub forks: u64,
    pub threads_max: u64,
    /// Visible steps taken.
    pub steps: u64,
    pub solver_queries: u64,
    pub solver_answered_by: BTreeMap<String, u64>,
    pub solver_time_s: f64,
    pub solver_unknown: u64,
    pub time_s: f64,
    pub peak_memory_bytes: u64,
    pub tests: u64,
    #[serde(default)]
    pub summaries: SummaryCounts,
}

/// What summaries were kept and what they were good for.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SummaryCounts {
    /// Places in the program, all threads together, with at least one formula.
    pub points: u64,
    pub formulas: u64,
    /// States that were dropped.
    pub hits: u64,
    /// Memory of the table.
    pub bytes: u64,
    /// Formulas that made room for others.
    pub evicted: u64,
    /// Formulas that were compared with a state, and those that needed the solver.
    pub checked: u64,
    pub asked_solver: u64,
    /// Stretches of runs that were taken again with names in place of values, and those where that was not possible.
    pub retraced: u64,
    pub lost: u64,
    /// Formulas of the old version that hold in this one, and those that may not.
    #[serde(default)]
    pub carried: u64,
    #[serde(default)]
    pub outdated: u64,
}

/// Source lines of the program that hold code, and how often each was reached.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Coverage {
    /// file -> line -> times.
    pub lines: BTreeMap<String, BTreeMap<u32, u64>>,
    /// file -> function -> (first line, times entered).
    pub functions: BTreeMap<String, BTreeMap<String, (u32, u64)>>,
}

impl Coverage {
    pub fn total(&self) -> u64 {
        self.lines.values().map(|l| l.len() as u64).sum()
    }
    pub fn covered(&self) -> u64 {
        self.lines.values().map(|l| l.values().filter(|&&n| n > 0).count() as u64).sum()
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    pub verdict: Verdict,
    /// One per (kind, place), sorted by place.
    pub bugs: Vec<Bug>,
    pub counters: Counters,
    pub coverage: Coverage,
    /// `max-loop`, `max-time`, `solver`, `interrupt`, ...: how often each was hit.
    pub bounds_hit: BTreeMap<String, u64>,
    /// Functions without a body, values made concrete, ...: a sentence each, with a place.
    pub assumptions: Vec<String>,
    /// Leaks of threads and other things worth a line.
    pub notes: Vec<String>,
    /// One number for each class of equivalent complete runs, if they were asked for.
    #[serde(default)]
    pub classes: std::collections::BTreeSet<u64>,
}

/// The rule by which what is left is not explored when everything was found that there can be.
pub const ALL_FOUND: &str = "found";

/// Why an exploration ends that could go on.
pub(crate) const CUTS: [&str; 3] = ["interrupt", "max-memory", "max-time"];

impl Outcome {
    /// Did it end although it could have gone on?
    pub fn is_cut_short(&self) -> bool {
        CUTS.iter().any(|cut| self.bounds_hit.contains_key(*cut))
    }

    /// Nothing was explored.
    pub fn empty() -> Outcome {
        Outcome {
            verdict: Verdict::Ok,
            bugs: Vec::new(),
            counters: Counters::default(),
            coverage: Coverage::default(),
            bounds_hit: BTreeMap::new(),
            assumptions: Vec::new(),
            notes: Vec::new(),
            classes: Default::default(),
        }
    }
}

/// Where exploration stands, for a progress line.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub counters: Counters,
    pub covered: u64,
    pub lines: u64,
    pub frontier: u64,
    pub bugs: u64,
    pub memory_bytes: u64,
}

/// Whoever listens while exploration runs.
pub trait Observer {
    /// A path ended; every one, in order.
    fn test(&mut self, test: &Test);
    /// A bug that was not seen before.
    fn bug(&mut self, bug: &Bug);
    /// Called a few times a second; true stops exploration.
    fn progress(&mut self, progress: &Progress) -> bool;
    /// Is what is left to explore to be told now? Asked between runs; nobody is asked if there are several workers.
    fn wants_rest(&mut self) -> bool {
        false
    }
    /// What is left to explore, if it can be written down: [`crate::go_on`] goes on from there.
    fn rest(&mut self, _: Option<crate::Remainder>) {}
    /// A node of the tree, if it was asked for ([`crate::Options::tree_nodes`]).
    fn tree(&mut self, _: &TreeNode) {}
    /// At the end: so many runs ended below this node that have no node of their own.
    fn tree_beyond(&mut self, _node: u32, _runs: u64) {}
}

/// A node of the tree of what was explored.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeNode {
    /// From 1 on, in the order they are told; the parent's is smaller, or 0 for the beginning.
    pub number: u32,
    pub parent: u32,
    /// How one comes here from the parent.
    pub step: Step,
    pub kind: TreeKind,
    pub place: Place,
    /// Bugs that were first seen on the way here.
    pub found: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    Start,
    /// The condition holds, or not.
    Side(bool),
    Choice(u32),
    Thread {
        thread: String,
        what: String,
        place: Place,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub enum TreeKind {
    /// Threads to choose between.
    Threads,
    Branch,
    /// Something else can go several ways.
    Choice,
    Complete,
    Bug(BugKind),
    /// An assumption is false.
    Assume,
    Bound(String),
    /// Not explored: safe for the reason that other states were.
    Summary,
    /// Not explored: every way to go on was explored from an earlier node.
    Blocked,
    /// Not explored: this step was explored from an earlier node, and nothing since depends on it.
    Asleep,
    /// Not explored: in every run below, this step could as well come later.
    NotNeeded,
}
