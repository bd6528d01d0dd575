//! What the environment did in a run and need not have done: calls that it let fail, addresses that it gave again.
//!
//! Guarantee: thread, place and count name a call as a native run counts them, so that a replay can do the same
//! there. Nothing else depends on what is noted here; it is noted only where an option lets the environment choose.

use crate::state::Map;
use imbl::Vector;
use rethread_ir::LocId;

/// A call in which the environment chooses.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Call {
    Create,
    Allocate,
}

/// One choice that a native run would not make by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Happening {
    /// `create fails`, `allocation fails`, `address again`.
    pub what: &'static str,
    /// Index of the thread that called.
    pub thread: usize,
    pub at: LocId,
    /// Which of the thread's calls at this place, from 1.
    pub count: u32,
}

/// Everything of one run.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    pub happened: Vector<Happening>,
    calls: Map<(Call, usize, LocId), u32>,
}

impl Environment {
    /// A call was made; with WHAT if it went a way that a native run has to be told of.
    pub fn note(&mut self, call: Call, thread: usize, at: LocId, what: Option<&'static str>) {
        let key = (call, thread, at);
        let count = self.calls.get(&key).copied().unwrap_or(0) + 1;
        self.calls.insert(key, count);
        if let Some(what) = what {
            self.happened.push_back(Happening { what, thread, at, count });
        }
    }
}
