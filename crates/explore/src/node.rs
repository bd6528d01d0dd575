//! A state with a choice between threads, and what was and will be chosen there.

use crate::frontier::Cursor;
use crate::wakeup::{Later, Reversal, Sleeper, Wake, list_of, take_list, take_planned};
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
    /// What was taken up while something before it, here or above, was not explored to its end.
    early: Vec<Early>,
    /// All that is taken up here is taken up early.
    inside: bool,
    /// Without partial order reduction: threads that come after.
    pub others: Vec<u64>,
    /// Parts that are being explored.
    pub busy: u32,
}

/// A step that was taken up early. What is explored before it may still find sequences that begin with it and
/// part from its plan before the end of it.
struct Early {
    handle: u64,
    mark: u32,
    touches: Touches,
    /// What comes before the end of the plan; None if the step is the end: everything is explored behind it.
    behind: Option<Behind>,
}

/// What is behind a step that was taken up early, as far as it was planned.
#[derive(Clone)]
pub struct Behind(Arc<Mutex<Region>>);

/// By the decisions made after the step: plans for whoever comes there, or the node that was made there.
struct Region {
    later: Later,
    nodes: Vec<(u64, Arc<Plans>)>,
    /// Somebody planned something here or further behind since it was last looked through.
    news: bool,
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
        Plans::with(sleep, plan, others, false)
    }

    fn with(sleep: Vec<Sleeper>, plan: Vec<Wake>, others: Vec<u64>, inside: bool) -> Arc<Plans> {
        Arc::new(Plans(Mutex::new(Inner { sleep, plan, early: Vec::new(), inside, others, busy: 0 })))
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
    pub fn insert(&self, mut reversal: Reversal<'_>) {
        let mut guard = self.lock();
        let inner = &mut *guard;
        let early = |s: &Sleeper| inner.early.iter().any(|e| e.handle == s.handle);
        if inner.sleep.iter().any(|s| !early(s) && reversal.is_covered_by(s)) {
            return;
        }
        let found = inner.early.iter().find_map(|e| {
            let taken = inner.sleep.iter().find(|s| s.handle == e.handle).map(|s| &s.touches);
            let position = reversal.begins_with(e.handle, e.mark, taken.unwrap_or(&e.touches))?;
            Some((e.behind.clone(), position))
        });
        match found {
            None => reversal.insert(&mut inner.plan),
            Some((None, _)) => {}
            Some((Some(behind), position)) => {
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

impl Behind {
    fn lock(&self) -> MutexGuard<'_, Region> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn planned(later: Later) -> Behind {
        Behind(Arc::new(Mutex::new(Region { later, nodes: Vec::new(), news: false })))
    }

    /// Plans a sequence where this was decided; None: whatever was decided.
    fn insert(&self, reversal: Reversal<'_>, ways: Option<u64>) {
        let mut inner = self.lock();
        inner.news = true;
        let Region { later, nodes, .. } = &mut *inner;
        let Some(ways) = ways else {
            let decides = later.iter().map(|l| l.0).chain(nodes.iter().map(|n| n.0)).any(|w| w != 0);
            reversal.clone().insert_everywhere(later, decides);
            let nodes: Vec<_> = nodes.iter().map(|n| n.1.clone()).collect();
            drop(inner);
            return nodes.iter().for_each(|n| n.insert(reversal.clone()));
        };
        match nodes.iter().find(|n| n.0 == ways).map(|n| n.1.clone()) {
            None => reversal.insert(list_of(later, ways)),
            Some(node) => {
                drop(inner);
                node.insert(reversal);
            }
        }
    }

    /// The node where this was decided, made if it is the first time that somebody comes there. True if so.
    pub fn node(&self, ways: u64, sleep: Vec<Sleeper>) -> (Arc<Plans>, bool) {
        let mut inner = self.lock();
        let Region { later, nodes, .. } = &mut *inner;
        if let Some((_, node)) = nodes.iter().find(|n| n.0 == ways) {
            return (node.clone(), false);
        }
        let plan = take_list(later, ways);
        let node = Plans::with(sleep, plan, Vec::new(), true);
        nodes.push((ways, node.clone()));
        (node, true)
    }

    /// Was something planned here that nobody has taken up? To be asked when nobody explores here any more.
    fn waits(&self) -> bool {
        let mut inner = self.lock();
        if inner.news {
            inner.news = inner.nodes.iter().any(|(_, node)| {
                let node = node.lock();
                !node.plan.is_empty() || node.early.iter().any(Early::waits)
            });
        }
        inner.news
    }
}

impl Early {
    fn waits(&self) -> bool {
        self.behind.as_ref().is_some_and(Behind::waits)
    }
}

impl Inner {
    /// The next thread to explore from this state, with what was planned after it. Counts as begun.
    pub fn next(&mut self, state: &State) -> Option<Choice> {
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
            if self.busy > 0 && pending.is_none_or(|p| p.mark != wake.mark || p.touches != wake.touches) {
                return None;
            }
            let touches = wake.touches.clone();
            let (later, leaf) = take_planned(&mut self.plan, 0, state, thread);
            return Some(match self.inside || self.busy > 0 {
                true => self.take_early(state, thread, touches, later, leaf),
                false => {
                    self.busy += 1;
                    Choice { thread, ahead: Ahead { later, leaf, ..Ahead::default() } }
                }
            });
        }
        // Found by what came before, when this was under way.
        if self.busy == 0
            && let Some(early) = self.early.iter().find(|e| e.waits())
            && let Some(thread) = find(early.handle)
        {
            self.busy += 1;
            let ahead = Ahead { behind: early.behind.clone(), again: true, ..Ahead::default() };
            return Some(Choice { thread, ahead });
        }
        if self.others.is_empty() {
            return None;
        }
        let thread = find(self.others.remove(0))?;
        self.busy += 1;
        Some(Choice { thread, ahead: Ahead::default() })
    }

    /// Takes up a step so that it is found by what is planned later.
    pub fn take_early(
        &mut self,
        state: &State,
        thread: usize,
        touches: Touches,
        later: Later,
        leaf: bool,
    ) -> Choice {
        let handle = state.threads[thread].handle;
        let mark = state.threads[thread].pending.as_ref().map_or(0, |p| p.mark);
        let behind = (!leaf).then(|| Behind::planned(later));
        if self.busy > 0 {
            // Whoever takes the step may take its time; what is begun later comes after it all the same.
            self.sleep.push(Sleeper { handle, mark, touches: touches.clone() });
        }
        self.busy += 1;
        self.early.push(Early { handle, mark, touches, behind: behind.clone() });
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
