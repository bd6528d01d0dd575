//! Why a step did not finish.

use rethread_expr::Term;
use rethread_ir::LocId;
use rethread_solver::Model;
use rethread_testcase::BugKind;

/// A failed check.
#[derive(Clone, Debug)]
pub struct Failure {
    pub kind: BugKind,
    pub message: String,
    /// A second place: where it was freed or allocated.
    pub other: Option<(String, LocId)>,
}

/// A step either happens whole or answers with one of these and leaves the state as it was, so that
/// it can be taken again with more known.
#[derive(Clone, Debug)]
pub enum Interrupt {
    /// Both values of the condition are possible: decide, then take the step again.
    Fork { condition: Term, when_true: Model, when_false: Model },
    /// The current thread stands before a visible step, which is its `pending`.
    Turn,
    /// The current thread waits for another one to end, has ended itself, or goes on somewhere else than
    /// behind the call it was in: its status says which.
    Rest,
    /// That many ways to go on which no input decides: put one in `State::chosen`, take the step again.
    Choose(u32),
    /// A check failed for certain: the thread stops here.
    Failed(Box<Failure>),
    /// The process ends with this code.
    Exit(i32),
    /// A false assume: nothing goes on from here.
    Infeasible,
    /// `klee_silent_exit`: the path ends and gives no test.
    Silent,
    /// A bound was hit.
    Bound(&'static str),
    /// The solver could not answer. `feasible` is a side that is known to be possible; what is behind
    /// the other one is not explored.
    Unknown { condition: Term, feasible: Option<bool> },
    /// rethread has no meaning for this.
    Unsupported(String),
}

pub type Step<T> = Result<T, Interrupt>;

impl Failure {
    pub fn interrupt<T>(kind: BugKind, message: impl Into<String>) -> Step<T> {
        Err(Interrupt::Failed(Box::new(Failure { kind, message: message.into(), other: None })))
    }

    pub fn with<T>(kind: BugKind, message: impl Into<String>, role: &str, at: LocId) -> Step<T> {
        let other = (at != LocId::NONE).then(|| (role.to_string(), at));
        Err(Interrupt::Failed(Box::new(Failure { kind, message: message.into(), other })))
    }
}
