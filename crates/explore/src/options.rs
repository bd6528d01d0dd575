//! What is explored, in which order, and how far.

use crate::summary::carry::Inheritance;
use rethread_analysis::{Goals, Lineage};
use rethread_engine::{CheckSet, SetupError};
use rethread_testcase::Place;
use std::sync::Arc;
use std::time::Duration;

/// Which state is taken up next.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum SearchOrder {
    /// The newest first; the true side of a branch before the false one.
    #[default]
    Dfs,
    /// The oldest first.
    Bfs,
    /// Any, by the seed.
    Random,
    /// One that has just reached new code, else the oldest.
    Coverage,
}

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where to start, if not at main.
    pub entry: Option<String>,
    pub checks: CheckSet,
    pub order: SearchOrder,
    pub seed: u64,
    pub max_time: Option<Duration>,
    /// Bytes of resident memory.
    pub max_memory: Option<u64>,
    /// Branches on a path.
    pub max_depth: Option<u64>,
    /// Back edges per activation of a loop.
    pub max_loop: Option<u64>,
    pub max_tests: Option<u64>,
    pub solver: rethread_solver::Config,
    pub sym_args: Option<(u32, u32)>,
    pub sym_stdin: Option<u64>,
    /// Command line after the program's name.
    pub args: Vec<Vec<u8>>,
    pub stdin: Vec<u8>,
    pub strict: bool,
    pub malloc_may_fail: bool,
    /// Only bugs get tests.
    pub no_tests: bool,
    pub rand_symbolic: bool,
    /// Partial order reduction; without it every enabled thread is tried at every visible step.
    pub dpor: bool,
    /// What cannot matter to the checks goes one way only.
    pub slice: bool,
    /// Of a change: what cannot matter to these goes one way only, and nothing else is looked for.
    pub goals: Option<Arc<Goals>>,
    /// What things are called in all versions; with it what summaries know is handed on ([`crate::explore`]).
    pub lineage: Option<Arc<Lineage>>,
    /// What summaries of an earlier version knew. Needs the names.
    pub inherits: Option<Arc<Inheritance>>,
    /// States are dropped for the reason that others like them were safe.
    pub summaries: bool,
    pub summary_limits: crate::summary::SummaryLimits,
    /// Every access that two threads may make is a visible step.
    pub schedule_at_all: bool,
    pub max_threads: Option<u64>,
    /// Times a thread goes on although the last one could have; switches partial order reduction off.
    pub max_context_switches: Option<u64>,
    pub create_may_fail: bool,
    pub spurious: bool,
    pub reuse_freed: bool,
    /// Cores to explore on; 0 and 1 are the same.
    pub jobs: usize,
    /// Subtrees that lie ready for other cores although none of them waits. More than 0 only makes sense for
    /// comparing: what is handed over is taken up early, also where there is little to explore.
    pub ready: usize,
    /// Collect a number for each class of equivalent runs ([`Outcome::classes`](crate::Outcome)).
    pub fingerprints: bool,
    /// Most nodes of the tree that the observer is told of; with several cores it is told of none.
    pub tree_nodes: u32,
    /// A defect to make; only partial order reduction has any.
    #[cfg(feature = "mutants")]
    pub mutant: Option<crate::mutants::Mutant>,
}

/// Why there is no outcome.
#[derive(Clone, Debug)]
pub enum Error {
    /// The program cannot be started.
    Setup(SetupError),
    /// Something rethread has no meaning for was reached, and nothing was found.
    Unsupported { what: String, place: Place },
}

impl std::error::Error for Error {}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Setup(e) => e.fmt(f),
            Error::Unsupported { what, place } => {
                if place.line > 0 {
                    write!(f, "{}:{}:{}: ", place.file, place.line, place.column)?;
                }
                write!(f, "not supported: {what}")?;
                match place.function.is_empty() {
                    true => Ok(()),
                    false => write!(f, " (in function `{}`)", place.function),
                }
            }
        }
    }
}
