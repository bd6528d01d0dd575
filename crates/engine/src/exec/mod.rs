//! One step of a state, and the loop that takes steps while there is nothing to choose.

mod access;
mod arith;
mod block;
mod concrete;
mod control;
mod decide;
mod fast;
mod float;
mod guide;
mod intrinsic;
mod lazy;
mod resolve;
mod show;
mod spin;
mod step;
mod turn;

pub use arith::binary;
pub(crate) use control::UNINIT_EXIT;
pub(crate) use decide::fold;
pub use guide::{Condition, Traced, Until};
pub use resolve::{Access, Offset};
pub(crate) use spin::Names;
pub use spin::Spin;
pub use turn::Rest;

use crate::checks::CheckSet;
use crate::error::{Failure, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::touch::Touch;
use crate::value::Value;
use rethread_analysis::{Goals, Lineage};
use rethread_expr::{Term, Terms};
use rethread_ir::LocId;
use rethread_solver::{Model, Solver};
use rethread_testcase::{BugKind, Place};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the environment of the program is like, and what is looked for.
#[derive(Clone, Debug)]
pub struct Options {
    pub checks: CheckSet,
    /// Back edges per activation of a loop.
    pub max_loop: Option<u64>,
    pub malloc_may_fail: bool,
    /// Every access that two threads may make is a visible step, whatever the analysis says.
    pub schedule_at_all: bool,
    /// What cannot matter to the checks goes one way only.
    pub slice: bool,
    /// What cannot matter to these goes one way only, and nothing else is looked for.
    pub goals: Option<Arc<Goals>>,
    /// What things are called, if what is found out is to be used for another version.
    pub lineage: Option<Arc<Lineage>>,
    /// `pthread_create` may fail.
    pub create_may_fail: bool,
    /// Condition variables may wake up by themselves.
    pub spurious: bool,
    /// An allocation may get the address of a freed object.
    pub reuse_freed: bool,
    /// Threads at a time, main included.
    pub max_threads: Option<u64>,
    /// A call without a body and without a model is an error.
    pub strict: bool,
    /// `rand` gives symbolic values.
    pub rand_symbolic: bool,
    /// Command line after the program's name.
    pub args: Vec<Vec<u8>>,
    /// That many symbolic arguments of that length.
    pub sym_args: Option<(u32, u32)>,
    pub stdin: Vec<u8>,
    pub sym_stdin: Option<u64>,
    /// Bytes of stack a thread may use.
    pub stack: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            checks: CheckSet::default(),
            max_loop: None,
            malloc_may_fail: false,
            schedule_at_all: false,
            slice: false,
            goals: None,
            lineage: None,
            create_may_fail: false,
            spurious: false,
            reuse_freed: false,
            max_threads: None,
            strict: false,
            rand_symbolic: false,
            args: Vec::new(),
            sym_args: None,
            stdin: Vec::new(),
            sym_stdin: None,
            stack: rethread_analysis::STACK_BYTES,
        }
    }
}

/// A bug that does not stop its thread, with an input that shows it.
#[derive(Clone, Debug)]
pub struct Noted {
    pub failure: Failure,
    pub at: LocId,
    pub stack: Vec<Place>,
    pub model: Model,
}

/// The questions of the switch that was asked last: its place, its value, each target's condition.
type AskedSwitch = ((u32, u32, Term), Arc<[(u32, Term)]>);

/// Takes steps. Owns everything that is shared by the states of one worker.
pub struct Executor {
    pub machine: Arc<Machine>,
    pub terms: Terms,
    pub solver: Solver,
    pub options: Options,
    /// Times each segment was entered.
    pub coverage: Vec<u64>,
    pub instructions: u64,
    /// Bugs that were noted since the last look.
    pub noted: Vec<Noted>,
    noted_at: FxHashSet<(BugKind, LocId)>,
    /// What was taken for granted: sentence to the number of times.
    pub assumptions: BTreeMap<String, u64>,
    /// Questions the solver left open where no path depended on the answer.
    pub unknowns: u64,
    /// Sides of branches that were left out because they are of no consequence.
    pub sides_left_out: u64,
    last_switch: Option<AskedSwitch>,
    looking_ahead: bool,
    /// If somebody wants to know: what was accessed.
    looks: Option<Vec<(Value, u64, Access)>>,
    /// A stretch of a run is taken again with names in place of values.
    guide: Option<Box<guide::Guide>>,
    /// If somebody wants to know: accesses that nobody sees because of what others have done so far, with the thread and
    /// the place. After another past they might be seen.
    pub hidden: Option<RefCell<Vec<(usize, Touch, LocId)>>>,
    retraced_steps: u64,
    pub facts: crate::facts::Facts,
    /// What may still be touched from a stack of instructions on.
    pub(crate) rests: FxHashMap<Vec<rethread_analysis::Site>, Arc<rethread_analysis::Footprint>>,
}

impl Executor {
    pub fn new(machine: Arc<Machine>, terms: Terms, solver: Solver, options: Options) -> Executor {
        let coverage = vec![0; machine.segments.len()];
        Executor {
            machine,
            terms,
            solver,
            options,
            coverage,
            instructions: 0,
            noted: Vec::new(),
            noted_at: FxHashSet::default(),
            assumptions: BTreeMap::new(),
            unknowns: 0,
            sides_left_out: 0,
            last_switch: None,
            looking_ahead: false,
            looks: None,
            guide: None,
            hidden: None,
            retraced_steps: 0,
            facts: Default::default(),
            rests: FxHashMap::default(),
        }
    }

    /// A bug that stops nobody: remembered if some input shows it and nobody has yet.
    pub fn note(
        &mut self,
        state: &State,
        kind: BugKind,
        bad: rethread_expr::Term,
        message: &str,
    ) -> Step<()> {
        let at = self.machine.location(state);
        if !self.options.checks.contains(kind) || self.noted_at.contains(&(kind, at)) {
            return Ok(());
        }
        if let Some(model) = self.possible(state, bad)? {
            self.noted_at.insert((kind, at));
            let failure = Failure { kind, message: message.to_string(), other: None };
            let stack = self.machine.stack(state);
            self.noted.push(Noted { failure, at, stack, model });
        }
        Ok(())
    }

    /// Says that something was taken for granted.
    pub fn assumed(&mut self, what: String) {
        if self.is_guided() || self.looks.is_some() {
            return;
        }
        *self.assumptions.entry(what).or_insert(0) += 1;
    }
}
