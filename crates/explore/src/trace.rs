//! The visible steps of the run under way, with what happens before what.
//!
//! Source: Flanagan and Godefroid's clock vectors, races as in source sets and optimal DPOR (Abdulla,
//! Aronis, Jonsson, Sagonas). Two clocks an event: one over all dependences (which runs are the same),
//! one over synchronisation alone (which accesses race).
//!
//! Guarantee: `races` of an event are the earlier events it could have come before instead. For a step
//! that can be disabled (a lock) these are not the steps that enabled it but the one that disabled it.

use crate::mutants::{Mutant, mutant};
use rethread_engine::{Class, Clock, Gate, Pending, State, Status, Sync, SyncPlace, Touch, Touches};
use rethread_ir::LocId;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// What the step is called that enters an atomic section.
pub const ATOMIC: &str = "atomic";

/// What a synchronisation object was like before a step.
type Before = SmallVec<[(SyncPlace, Option<Sync>); 1]>;

/// Decisions on symbolic data since a step began: each hashed, with the thread that made it, a thread's own in order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ways(Option<Arc<[(u64, u64)]>>);

impl Ways {
    pub fn of(state: &State) -> Ways {
        if state.ways.is_empty() {
            return Ways::default();
        }
        let mut all = state.ways.to_vec();
        all.sort_by_key(|d| d.0);
        Ways(Some(all.into()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |all| all.len())
    }

    /// Could one be what the other becomes, as far as it was decided? No, if a thread decided otherwise.
    pub fn agrees(&self, other: &Ways) -> bool {
        let (Some(a), Some(b)) = (&self.0, &other.0) else { return true };
        a.chunk_by(|x, y| x.0 == y.0).all(|mine| {
            let theirs = b.iter().filter(|d| d.0 == mine[0].0);
            mine.iter().zip(theirs).all(|(x, y)| x == y)
        })
    }
}

#[derive(Clone, Debug)]
pub struct Event {
    pub thread: usize,
    /// The thread's name as a number: the same in every run.
    pub handle: u64,
    /// Its number among the events of its thread, from 1.
    pub index: u32,
    /// Its number among all steps of its thread that somebody might see, also those nobody could.
    pub mark: u32,
    pub touches: Touches,
    /// The decisions on symbolic data in it and before the next event.
    pub ways: Ways,
    /// What happens before it, itself included.
    pub clock: Clock,
    /// What its thread did or waited for before it.
    pub base: Clock,
    /// What it passes on of what is known by synchronisation.
    pub released: Clock,
    pub gate: Gate,
    pub before: Before,
    /// Earlier events that could have come later.
    pub races: SmallVec<[u32; 4]>,
    /// The node it was chosen at, if there was a choice.
    pub node: Option<usize>,
    pub at: LocId,
    /// For people and for replay: `lock`, `read`.
    pub what: &'static str,
}

impl Event {
    /// Does `earlier` happen before this?
    #[inline]
    pub fn is_after(&self, earlier: &Event) -> bool {
        self.clock.get(earlier.thread) >= earlier.index
    }

    /// Is it a whole atomic section? What that touches depends on the values in it.
    pub fn is_section(&self) -> bool {
        self.touches.iter().any(|t| t.from != LocId::NONE)
    }
}

#[derive(Default)]
pub struct Trace {
    pub events: Vec<Event>,
    /// Events by the objects they touch.
    by_key: FxHashMap<u64, Vec<u32>>,
}

/// What a granted step needs to become an event.
#[derive(Clone, Debug)]
pub struct Granted {
    pub gate: Gate,
    pub mark: u32,
    pub before: Before,
    pub what: &'static str,
    pub at: LocId,
    pub node: Option<usize>,
}

impl Granted {
    pub fn new(state: &State, pending: &Pending, node: Option<usize>) -> Granted {
        let sync = pending.touches.iter().filter(|t| t.class == Class::Sync && !t.is_exit());
        let before = sync
            .map(|t| {
                let place = (t.object, t.lo);
                let other = (t.object, t.lo.wrapping_sub(4));
                match state.sync.get(&place) {
                    None if state.sync.contains_key(&other) => (other, state.sync.get(&other).cloned()),
                    found => (place, found.cloned()),
                }
            })
            .collect();
        Granted { gate: pending.gate, mark: pending.mark, before, what: pending.what, at: pending.at, node }
    }
}

impl Trace {
    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn truncate(&mut self, len: usize) {
        while self.events.len() > len {
            let event = self.events.pop().expect("longer than that");
            let index = self.events.len() as u32;
            for t in &event.touches {
                if let Some(list) = self.by_key.get_mut(&t.key)
                    && list.last() == Some(&index)
                {
                    list.pop();
                }
            }
        }
    }

    /// Earlier events that touch one of the same places, newest first.
    fn candidates(&self, touch: &Touch) -> SmallVec<[u32; 16]> {
        if touch.is_exit() {
            let mut seen = Clock::default();
            let mut out = SmallVec::new();
            for (i, e) in self.events.iter().enumerate().rev() {
                if seen.get(e.thread) == 0 {
                    seen.set(e.thread, 1);
                    out.push(i as u32);
                }
            }
            return out;
        }
        let Some(list) = self.by_key.get(&touch.key) else { return SmallVec::new() };
        list.iter()
            .rev()
            .copied()
            .filter(|&i| self.events[i as usize].touches.iter().any(|t| t.conflicts(touch)))
            .collect()
    }

    /// The clock of a step that touches this, and the events it could have come before.
    pub fn order(
        &self,
        thread: usize,
        base: &Clock,
        touches: &[Touch],
        gate: Gate,
    ) -> (Clock, SmallVec<[u32; 4]>) {
        let mut clock = base.clone();
        let mut races = SmallVec::new();
        // What it had to wait for first: that is no race.
        for touch in touches.iter().filter(|t| t.only_orders()) {
            for i in self.candidates(touch) {
                clock.merge(&self.events[i as usize].clock);
            }
        }
        let gated = gate.place();
        let mut plain: SmallVec<[u32; 16]> = SmallVec::new();
        for touch in touches.iter().filter(|t| !t.only_orders()) {
            match gated {
                Some(place) if touch.object == place.0 && (place.1..place.1 + 8).contains(&touch.lo) => {
                    // Whoever took it could have come later. Whoever gave it up could not, where that is
                    // what let this step pass.
                    let mut ordered = clock.clone();
                    for i in self.candidates(touch) {
                        let e = &self.events[i as usize];
                        let was = e.before.iter().find(|b| b.0 == place).and_then(|b| b.1.as_ref());
                        // Not for the second time: then the first is in the way.
                        let takes = e.touches.iter().any(|t| t.acquire && t.overlaps_object(touch))
                            && !was.is_some_and(|s| s.is_held_by(e.thread));
                        let open = was.is_none_or(|s| s.opens(gate, thread));
                        if ordered.get(e.thread) < e.index && ((takes || open) != mutant(Mutant::UnlockOnly))
                        {
                            races.push(i);
                            ordered.merge(&e.clock);
                        }
                    }
                }
                _ => plain.extend(self.candidates(touch)),
            }
        }
        plain.sort_unstable_by(|a, b| b.cmp(a));
        plain.dedup();
        for i in plain {
            let e = &self.events[i as usize];
            if clock.get(e.thread) < e.index {
                races.push(i);
                clock.merge(&e.clock);
            }
        }
        for touch in touches {
            for i in self.candidates(touch) {
                clock.merge(&self.events[i as usize].clock);
            }
        }
        (clock, races)
    }

    /// Makes the step that the state just took an event, and brings its thread's clocks up to date.
    pub fn record(&mut self, state: &mut State, granted: Granted) {
        let thread = state.current;
        let t = &state.threads[thread];
        let base = t.clock.clone();
        let touches = std::mem::take(&mut state.event);
        let (mut clock, races) = self.order(thread, &base, &touches, granted.gate);
        let index = t.clock.get(thread) + 1;
        clock.set(thread, index);
        let mut known = t.known.clone();
        known.set(thread, index);
        let mut seen = t.seen.clone();
        let mut released = Clock::default();
        self.acquire(&touches, &mut known, &mut seen, &mut released);
        if touches.iter().any(|t| t.release) {
            released.merge(&known);
        } else if let Some(fence) = &t.fence {
            released.merge(fence);
        }
        let event = Event {
            thread,
            handle: t.handle,
            index,
            mark: granted.mark,
            touches,
            ways: Ways::default(),
            clock: clock.clone(),
            base,
            released,
            gate: granted.gate,
            before: granted.before,
            races,
            node: granted.node,
            at: granted.at,
            what: granted.what,
        };
        let number = self.events.len() as u32;
        for t in &event.touches {
            let list = self.by_key.entry(t.key).or_default();
            if list.last() != Some(&number) {
                list.push(number);
            }
        }
        self.events.push(event);
        state.last = thread;
        state.last_clock = clock.clone();
        let event = self.events.last().expect("just pushed");
        let t = state.thread_at(thread);
        event.touches.iter().for_each(|touch| t.past.push((index, *touch)));
        t.clock = clock.clone();
        t.known = known.clone();
        t.seen = seen;
        // Threads that the step created come after all that it comes after.
        for other in (0..state.threads.len()).filter(|&other| other != thread) {
            if state.threads[other].clock.get(thread) == index {
                let other = state.thread_at(other);
                other.clock.merge(&clock);
                other.known.merge(&known);
            }
        }
    }

    /// The next step begins, or the run is over: what was decided since the last event is known.
    pub fn decided(&mut self, ways: Ways) {
        if let Some(last) = self.events.last_mut() {
            last.ways = ways;
        }
    }

    /// What acquiring steps learn from those that released. What relaxed reads see is kept for a fence; a
    /// read-modify-write passes on what it found (release sequences).
    fn acquire(&self, touches: &[Touch], known: &mut Clock, seen: &mut Clock, released: &mut Clock) {
        for touch in touches.iter().filter(|t| t.acquire || t.class == Class::Atomic) {
            let Some(list) = self.by_key.get(&touch.key) else { continue };
            for &i in list.iter().rev() {
                let e = &self.events[i as usize];
                let source = |t: &&Touch| match touch.class {
                    Class::Atomic => t.class == Class::Atomic && t.write && t.overlaps(touch),
                    _ => t.release && t.overlaps(touch),
                };
                if !e.touches.iter().any(|t| source(&t)) {
                    continue;
                }
                match touch.acquire {
                    true => known.merge(&e.released),
                    false => seen.merge(&e.released),
                }
                if touch.class == Class::Atomic {
                    if touch.write && touch.reads {
                        released.merge(&e.released);
                    }
                    // It takes its value from the last write alone.
                    break;
                }
            }
        }
    }

    /// Earlier accesses that race with the last event's: neither is ordered by synchronisation, one
    /// writes, one is not atomic. (event, its touch, the last event's touch)
    pub fn data_races(&self, known_before: &Clock) -> Vec<(usize, Touch, Touch)> {
        let Some((last, _)) = self.events.split_last() else { return Vec::new() };
        let mut out = Vec::new();
        for touch in last.touches.iter().filter(|t| t.class != Class::Sync) {
            let Some(list) = self.by_key.get(&touch.key) else { continue };
            for &i in list.iter().rev().skip_while(|&&i| i as usize + 1 == self.events.len()) {
                let e = &self.events[i as usize];
                if e.thread == last.thread || known_before.get(e.thread) >= e.index {
                    continue;
                }
                for t in e.touches.iter().filter(|t| t.class != Class::Sync && t.conflicts(touch)) {
                    if t.class == Class::Plain || touch.class == Class::Plain {
                        out.push((i as usize, *t, *touch));
                    }
                }
            }
        }
        out
    }

    /// What a thread will know by synchronisation once it has acquired from these places (key, range).
    pub fn known_with(&self, state: &State, thread: usize, acquired: &[(u64, u64, u64)]) -> Clock {
        let mut known = state.threads[thread].known.clone();
        for &(key, lo, hi) in acquired {
            for &i in self.by_key.get(&key).into_iter().flatten() {
                let e = &self.events[i as usize];
                if e.touches.iter().any(|t| t.release && t.key == key && t.lo < hi && lo < t.hi) {
                    known.merge(&e.released);
                }
            }
        }
        known
    }

    /// A number for everything that is the same in runs that differ only in the order of independent
    /// steps: of which events each event knows. Only events count that another thread's event depends on, be it more than the end of
    /// the process: whether one that concerns nobody is a step at all may be up to the schedule. How far each thread had come then
    /// says what was before that end.
    pub fn fingerprint(&self, state: &State) -> u64 {
        use std::hash::{Hash, Hasher};
        let matters: Vec<bool> = self.events.iter().map(|e| self.matters(e)).collect();
        // How many events that count there are among the first n of each thread.
        let mut counts: Vec<Vec<u32>> = vec![vec![0]; state.threads.len()];
        for (e, &m) in self.events.iter().zip(&matters) {
            let list = &mut counts[e.thread];
            list.push(list[list.len() - 1] + u32::from(m));
        }
        let mut sum = 0u64;
        for e in self.events.iter().zip(&matters).filter(|(_, m)| **m).map(|(e, _)| e) {
            let mut seen: Vec<(u64, u32)> =
                e.clock.iter().map(|(t, n)| (state.threads[t].handle, counts[t][n as usize])).collect();
            seen.retain(|s| s.1 > 0);
            seen.sort_unstable();
            let mut hasher = rustc_hash::FxHasher::default();
            (e.handle, e.at, seen).hash(&mut hasher);
            sum = sum.wrapping_add(mix(hasher.finish()));
        }
        for t in &state.threads {
            let mut hasher = rustc_hash::FxHasher::default();
            // Where it is in the end: threads that wait for good left no event.
            let stands = t.pending.as_ref().filter(|_| t.status == Status::Standing).map(|p| p.at);
            (t.handle, t.answers, stands, t.marks, t.status == Status::Ended).hash(&mut hasher);
            sum = sum.wrapping_add(mix(hasher.finish().rotate_left(17)));
        }
        if let Some(end) = self.events.last().filter(|e| e.touches.iter().any(Touch::is_exit)) {
            let mut hasher = rustc_hash::FxHasher::default();
            (end.handle, end.at).hash(&mut hasher);
            sum = sum.wrapping_add(mix(hasher.finish().rotate_left(31)));
        }
        sum
    }

    /// Is there an event of another thread that depends on this one, and is not ordered anyway?
    fn matters(&self, event: &Event) -> bool {
        let conflict = |a: &Event, b: &Event| {
            let of_b = || b.touches.iter().filter(|t| !t.is_exit());
            a.touches.iter().filter(|t| !t.is_exit()).any(|x| of_b().any(|y| x.conflicts(y)))
        };
        self.events.iter().any(|e| {
            let known = |a: &Event, b: &Event| b.base.get(a.thread) >= a.index;
            e.thread != event.thread && !known(e, event) && !known(event, e) && conflict(e, event)
        })
    }
}

/// Spreads a hash that is nearly linear, so that sums of it do not collide.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
