//! A state with a choice between threads, and what was and will be chosen there.

use crate::frontier::Cursor;
use crate::wakeup::{Later, Reversal, Sleeper, Wake, take_planned};
use rethread_engine::{Gate, State, Touches};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A node on the path of one worker.
pub struct Node {
    /// The state before the choice.
    pub cursor: Cursor,
    /// Steps of the trace before it.
    pub depth: usize,
    /// The thread this worker explores from here.
    pub taken: u64,
    /// This worker answers for a part of what is explored from here.
    pub answers: bool,
    pub plans: Arc<Plans>,
}

/// What workers that explore from the same node share.
pub struct Plans(Mutex<Inner>);

pub struct Inner {
    /// Steps that need not be explored: inherited, then what was or is explored from here, in order.
    pub sleep: Vec<Sleeper>,
    /// With partial order reduction: what is planned.
    pub plan: Vec<Wake>,
    /// Plans that were taken up while something before them was not explored to its end. Only what is behind
    /// their last steps is certain to be explored; what the earlier ones still find may part from them before.
    pub early: Vec<Wake>,
    /// Without it: threads that come after.
    pub others: Vec<u64>,
    /// Parts that are being explored.
    pub busy: u32,
}

impl Plans {
    pub fn new(sleep: Vec<Sleeper>, plan: Vec<Wake>, others: Vec<u64>) -> Arc<Plans> {
        Arc::new(Plans(Mutex::new(Inner { sleep, plan, early: Vec::new(), others, busy: 0 })))
    }

    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The step of this thread, which has this number, touched this. If its branches disagree, everything that any of them
    /// touched counts. What was explored before it need not be explored after it.
    pub fn executed(&self, handle: u64, mark: u32, touches: &Touches) -> Vec<Sleeper> {
        let mut inner = self.lock();
        let place = inner.sleep.iter().position(|s| s.handle == handle);
        let place = place.unwrap_or(inner.sleep.len());
        let before = inner.sleep[..place].to_vec();
        match inner.sleep.get_mut(place) {
            None => inner.sleep.push(Sleeper { handle, mark, touches: touches.clone() }),
            Some(all) => {
                for t in touches {
                    match all.touches.iter_mut().find(|a| (a.key, a.lo, a.hi) == (t.key, t.lo, t.hi)) {
                        Some(a) => a.write |= t.write,
                        None => all.touches.push(*t),
                    }
                }
            }
        }
        before
    }

    /// Plans a sequence unless what begins like it was explored or is planned.
    pub fn insert(&self, reversal: Reversal<'_>) {
        let mut guard = self.lock();
        let inner = &mut *guard;
        let early = |s: &Sleeper| inner.early.iter().any(|w| w.handle == s.handle);
        let asleep = inner.sleep.iter().any(|s| !early(s) && reversal.is_covered_by(s));
        if !asleep && !reversal.leads_through(&inner.early) {
            reversal.insert(&mut inner.plan);
        }
    }
}

impl Inner {
    /// The next thread to explore from this state, with what was planned after it. Counts as begun.
    pub fn next(&mut self, state: &State) -> Option<(usize, Later, bool)> {
        let find = |handle: u64| state.threads.iter().position(|t| t.handle == handle);
        // Wake-up trees rest on what comes before being explored to its end. What is begun earlier has to
        // stand for itself.
        let mut i = 0;
        while let Some(wake) = self.plan.get(i) {
            let handle = wake.handle;
            let again = self.early.iter().any(|w| w.handle == handle);
            let asleep = !again && self.sleep.iter().any(|s| s.handle == handle);
            let Some(t) = find(handle).filter(|&t| !asleep && state.enabled(t)) else {
                self.plan.remove(i);
                continue;
            };
            if self.busy > 0 {
                let pending = state.threads[t].pending.as_ref();
                let Some(pending) = pending.filter(|_| !again && wake.stands_for_itself(state, t)) else {
                    i += 1;
                    continue;
                };
                self.early.push(wake.clone());
                // Whoever takes it may take its time; what is begun later comes after it all the same.
                let (mark, touches) = (pending.mark, pending.touches.clone());
                self.sleep.push(Sleeper { handle, mark, touches });
            }
            self.busy += 1;
            let (later, leaf) = take_planned(&mut self.plan, i, state, t);
            return Some((t, later, leaf));
        }
        if self.others.is_empty() {
            return None;
        }
        let t = find(self.others.remove(0))?;
        self.busy += 1;
        Some((t, Later::new(), false))
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
