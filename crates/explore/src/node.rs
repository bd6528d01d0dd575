//! A state with a choice between threads, and what was and will be chosen there.

use crate::frontier::Cursor;
use crate::wakeup::{Sleeper, Wake};
use rethread_engine::{Gate, State, Touches};

pub struct Node {
    /// The state before the choice, with what it inherited.
    pub cursor: Cursor,
    /// Steps of the trace before it.
    pub depth: usize,
    /// The thread that is explored now, and what its step touched.
    pub taken: usize,
    pub touched: Option<Touches>,
    /// Without partial order reduction: threads that come after.
    pub others: Vec<usize>,
    /// With it: what was explored, inherited included, and what is planned.
    pub sleep: Vec<Sleeper>,
    pub plan: Vec<Wake>,
}

impl Node {
    /// The step of the thread that was chosen last touched this. If its branches disagree, everything
    /// that any of them touched counts.
    pub fn executed(&mut self, touches: &Touches) {
        match &mut self.touched {
            None => self.touched = Some(touches.clone()),
            Some(all) => {
                for t in touches {
                    match all.iter_mut().find(|a| (a.key, a.lo, a.hi) == (t.key, t.lo, t.hi)) {
                        Some(a) => a.write |= t.write,
                        None => all.push(*t),
                    }
                }
            }
        }
    }
}

/// Threads that can take a step, the one that went last first, the end of the process last.
pub fn enabled(state: &State) -> Vec<usize> {
    let mut out: Vec<usize> = (0..state.threads.len()).filter(|&t| state.enabled(t)).collect();
    let exits =
        |t: usize| state.threads[t].pending.as_ref().is_some_and(|p| p.touches.iter().any(|t| t.is_exit()));
    out.sort_by_key(|&t| (exits(t), t != state.last, t));
    out
}

/// Threads that stand before a step they will never take.
pub fn blocked(state: &State) -> impl Iterator<Item = usize> {
    (0..state.threads.len()).filter(|&t| {
        state.threads[t].status == rethread_engine::Status::Standing
            && state.threads[t].pending.as_ref().is_some_and(|p| p.gate != Gate::Closed)
            && !state.enabled(t)
    })
}
