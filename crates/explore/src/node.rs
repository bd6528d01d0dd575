//! A state with a choice between threads, and what was and will be chosen there.

use crate::early::{Behind, Early, Open};
use crate::frontier::Cursor;
use crate::mutants::{Mutant, mutant};
use crate::remainder::{StoredPlans, StoredSleeper};
use crate::wakeup::{Later, Reversal, Sleeper, Wake, skip_passed, take_planned};
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
    /// From which of them on a sequence counts as covered that could begin with one. All of them, if sequences are whole: what
    /// wakes an inherited one is then in them. Where states are dropped they are not, and only steps from here count, as
    /// with source sets, and those that the sequence has itself: what it lacks comes after them. Planned for a step that sleeps
    /// it would never be taken, and what begins like it would be left to it.
    covering: usize,
    /// How many of them are inherited.
    pub inherited: usize,
    /// With partial order reduction: what is planned.
    pub plan: Vec<Wake>,
    /// What was taken up while something before it, here or above, was not explored to its end.
    early: Vec<Early>,
    /// Without partial order reduction: threads that come after.
    pub others: Vec<u64>,
    /// Steps that are being explored.
    running: Vec<Running>,
}

/// A step that is being explored, and in how many parts.
struct Running {
    handle: u64,
    parts: u32,
    /// Somebody was begun beside it.
    open: Option<Arc<Open>>,
}

/// What is to be explored behind a step.
#[derive(Clone, Default)]
pub struct Ahead {
    /// Steps that were planned to come next, by what is decided until then.
    pub later: Later,
    /// The step is the last of a plan: everything is to be explored behind it.
    pub leaf: bool,
    /// What is planned next can still change: it was taken up before its time.
    pub behind: Option<Behind>,
    /// On the way to such a place for the second time: what ends before it was seen the first time.
    pub again: bool,
}

/// A thread to take its step, and what is planned behind it.
pub struct Choice {
    pub thread: usize,
    pub ahead: Ahead,
}

impl Node {
    /// Plans a step of every enabled thread of these that is not explored and not planned.
    pub fn try_too(&self, threads: impl Fn(u64) -> bool) {
        let state = &self.cursor.state;
        let mut inner = self.plans.lock();
        for t in enabled(state, true) {
            let handle = state.threads[t].handle;
            let has = inner.sleep.iter().any(|s| s.handle == handle)
                || inner.plan.iter().any(|w| w.handle == handle)
                || self.taken == handle;
            let Some(pending) = state.threads[t].pending.as_ref().filter(|_| !has && threads(handle)) else {
                continue;
            };
            let (mark, touches) = (pending.mark, pending.touches.clone());
            inner.plan.push(Wake { handle, mark, touches, leaf: false, then: Later::new() });
        }
    }
}

impl Plans {
    pub fn new(sleep: Vec<Sleeper>, plan: Vec<Wake>, others: Vec<u64>) -> Arc<Plans> {
        let (early, running, inherited) = (Vec::new(), Vec::new(), sleep.len());
        Arc::new(Plans(Mutex::new(Inner { sleep, covering: 0, inherited, plan, early, others, running })))
    }

    /// As [`Plans::stored`] found it.
    pub fn restored(stored: StoredPlans, taken: u64) -> Arc<Plans> {
        let StoredPlans { sleep, covering, inherited, plan, others } = stored;
        let sleep = sleep.into_iter().map(Sleeper::from).collect();
        let plan = crate::remainder::plan_of(plan);
        let (early, running) = (Vec::new(), vec![Running { handle: taken, parts: 1, open: None }]);
        Arc::new(Plans(Mutex::new(Inner { sleep, covering, inherited, plan, early, others, running })))
    }

    /// To be written down. None if others explore from here: what they find is not known.
    pub fn stored(&self, taken: u64) -> Option<StoredPlans> {
        let inner = self.lock();
        let alone =
            matches!(&inner.running[..], [r] if r.handle == taken && r.parts == 1 && r.open.is_none());
        if !alone || !inner.early.is_empty() || inner.sleep.iter().any(|s| s.open.is_some()) {
            return None;
        }
        Some(StoredPlans {
            sleep: inner.sleep.iter().map(StoredSleeper::from).collect(),
            covering: inner.covering,
            inherited: inner.inherited,
            plan: crate::remainder::words_of(&inner.plan),
            others: inner.others.clone(),
        })
    }

    /// From now on sequences that are planned here may lack steps.
    pub fn have_parts(&self) {
        let mut inner = self.lock();
        inner.covering = inner.inherited;
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
            None => {
                let running = inner.running.iter().find(|r| r.handle == handle);
                let open = running.and_then(|r| r.open.clone());
                inner.sleep.push(Sleeper { handle, mark, touches: touches.clone(), open });
            }
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
    pub fn insert(&self, mut reversal: Reversal<'_>) {
        let mut guard = self.lock();
        let inner = &mut *guard;
        let early = |s: &Sleeper| inner.early.iter().any(|e| e.handle == s.handle);
        let (above, here) = inner.sleep.split_at(inner.covering);
        if here.iter().any(|s| !early(s) && reversal.is_covered_by(s))
            || above.iter().any(|s| !early(s) && reversal.has_first(s) && !mutant(Mutant::AsleepPlanned))
        {
            return;
        }
        let found = inner.early.iter().find_map(|e| {
            let taken = inner.sleep.iter().find(|s| s.handle == e.handle).map(|s| &s.touches);
            let position = reversal.begins_with(e.handle, e.mark, taken.unwrap_or(&e.touches))?;
            Some((e.behind.clone(), position))
        });
        match found {
            None => reversal.insert(&mut inner.plan),
            Some((behind, position)) => {
                // Nodes are locked from below: not this one any more.
                drop(guard);
                match position {
                    None => behind.insert(reversal, None),
                    Some(i) => {
                        if let Some(ways) = reversal.take_out(i) {
                            behind.insert(reversal, Some(ways));
                        }
                    }
                }
            }
        }
    }
}

impl Inner {
    pub fn is_busy(&self) -> bool {
        !self.running.is_empty()
    }

    /// Somebody explores a part of what is behind this step.
    pub fn begin(&mut self, handle: u64) {
        match self.running.iter_mut().find(|r| r.handle == handle) {
            Some(r) => r.parts += 1,
            None => self.running.push(Running { handle, parts: 1, open: None }),
        }
    }

    /// A part of what is behind this step is explored.
    pub fn end(&mut self, handle: u64) {
        let i = self.running.iter().position(|r| r.handle == handle).expect("what ends was begun");
        self.running[i].parts -= 1;
        if self.running[i].parts == 0
            && let Some(open) = self.running.remove(i).open
        {
            open.runs(false);
        }
    }

    /// Is there something that nobody has taken up? To be asked when nobody explores here any more.
    pub fn waits(&self) -> bool {
        !self.plan.is_empty() || self.early.iter().any(|e| e.behind.waits())
    }

    /// Steps that sleep here and may still find something.
    fn open_steps(&mut self) -> Vec<Arc<Open>> {
        for r in &mut self.running {
            // It was not begun beside anything, or would have one.
            let open = r.open.get_or_insert_with(|| Open::new(Vec::new()));
            if let Some(s) = self.sleep.iter_mut().find(|s| s.handle == r.handle) {
                s.open = Some(open.clone());
            }
        }
        let open = self.sleep.iter().filter_map(|s| s.open.as_ref());
        open.filter(|o| !o.is_over()).cloned().collect()
    }

    /// The next thread to explore from this state, with what was planned after it. Counts as begun.
    pub fn next(&mut self, state: &State) -> Option<Choice> {
        self.early.retain(|e| !e.is_settled());
        skip_passed(&mut self.plan, state);
        let find = |handle: u64| state.threads.iter().position(|t| t.handle == handle);
        while let Some(wake) = self.plan.first() {
            let handle = wake.handle;
            let asleep = self.sleep.iter().any(|s| s.handle == handle);
            let Some(thread) = find(handle).filter(|&t| !asleep && state.enabled(t)) else {
                self.plan.remove(0);
                continue;
            };
            // Plans rest on what comes before them being explored to its end; if not, what is still found has
            // to find them. Others sleep by what they touch, which for some is known only when they are taken.
            let pending = state.threads[thread].pending.as_ref();
            let sleeps = |r: &Running| self.sleep.iter().any(|s| s.handle == r.handle);
            if self.is_busy()
                && (pending.is_none_or(|p| p.mark != wake.mark || p.touches != wake.touches)
                    || !self.running.iter().all(sleeps))
            {
                return None;
            }
            // It may come before the one that was planned.
            let first = pending.filter(|p| p.mark < wake.mark);
            let touches = first.map_or(&wake.touches, |p| &p.touches).clone();
            let (later, leaf) = take_planned(&mut self.plan, 0, state, thread);
            return Some(match self.open_steps() {
                before if !before.is_empty() => self.take_early(state, thread, touches, before, later, leaf),
                _ => {
                    self.begin(handle);
                    Choice { thread, ahead: Ahead { later, leaf, ..Ahead::default() } }
                }
            });
        }
        // Found by what came before, when this was under way.
        if !self.is_busy()
            && let Some(early) = self.early.iter().find(|e| e.behind.waits())
            && let Some(thread) = find(early.handle)
        {
            let open = early.behind.open().clone();
            open.runs(true);
            self.running.push(Running { handle: early.handle, parts: 1, open: Some(open) });
            let ahead = Ahead { behind: Some(early.behind.clone()), again: true, ..Ahead::default() };
            return Some(Choice { thread, ahead });
        }
        if self.others.is_empty() {
            return None;
        }
        let handle = self.others.remove(0);
        let thread = find(handle)?;
        self.begin(handle);
        Some(Choice { thread, ahead: Ahead::default() })
    }

    /// Takes up the step of the first thread that does not sleep, where nothing is planned.
    pub fn any(&mut self, state: &State, able: &[usize]) -> Option<Choice> {
        let asleep = |t: usize| self.sleep.iter().any(|s| s.handle == state.threads[t].handle);
        let thread = able.iter().copied().find(|&t| !asleep(t))?;
        let pending = state.threads[thread].pending.as_ref();
        let touches = pending.map_or_else(Default::default, |p| p.touches.clone());
        let before = self.open_steps();
        Some(self.take_early(state, thread, touches, before, Later::new(), false))
    }

    /// Takes up a step so that it is found by what is planned later.
    fn take_early(
        &mut self,
        state: &State,
        thread: usize,
        touches: Touches,
        before: Vec<Arc<Open>>,
        later: Later,
        leaf: bool,
    ) -> Choice {
        let handle = state.threads[thread].handle;
        let mark = state.threads[thread].pending.as_ref().map_or(0, |p| p.mark);
        let open = Open::new(before);
        let behind = (!leaf).then(|| Behind::new(open.clone(), later));
        if self.is_busy() {
            // Whoever takes the step may take its time; what is begun later comes after it all the same.
            let (touches, open) = (touches.clone(), Some(open.clone()));
            self.sleep.push(Sleeper { handle, mark, touches, open });
        }
        self.running.push(Running { handle, parts: 1, open: Some(open) });
        // The last step of a plan needs no keeping: everything is explored behind it.
        self.early.extend(behind.clone().map(|behind| Early { handle, mark, touches, behind }));
        Choice { thread, ahead: Ahead { leaf, behind, ..Ahead::default() } }
    }
}

/// Threads that can take a step, the one that went last first (or, taking turns, after others), the end of the process
/// last.
pub fn enabled(state: &State, alternate: bool) -> Vec<usize> {
    let mut out: Vec<usize> = (0..state.threads.len()).filter(|&t| state.enabled(t)).collect();
    let exits =
        |t: usize| state.threads[t].pending.as_ref().is_some_and(|p| p.touches.iter().any(|t| t.is_exit()));
    out.sort_by_key(|&t| (exits(t), (t == state.last) == alternate, t));
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
