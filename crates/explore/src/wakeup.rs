//! Wake-up trees: which orders still have to be tried from a node (Abdulla, Aronis, Jonsson, Sagonas,
//! "Optimal dynamic partial order reduction", POPL 2014).
//!
//! Guarantee: a sequence that starts a run equivalent to one already planned or done is not inserted.
//! Departs from the paper in three ways. Threads have branches on symbolic data: a planned step is a thread,
//! not an event, all its branches are explored when it is taken, and what is planned behind it is kept apart by
//! what was decided there. Where such a plan does not fit, what is below is explored with source sets ([`planned_at`]).
//! What an atomic section touches depends on the values it finds: if it is the step that is moved to the front, it may
//! touch anything, and everything that could come before it there is planned before it.
//! Why that loses nothing: take a run that nothing explored from a node begins like, and the first step in it that
//! does not commute with an explored step `p`. If that is a section, it does the same after `p` as in the run up to the
//! first access where `p` matters. What is independent of the section after `p` but not in the run, first matters at a
//! later access of it; so replacing `p` by such a step, again and again, comes to an end, as the paper's proof needs.

use crate::early::Open;
use crate::mutants::{Mutant, mutant};
use crate::trace::{Event, Trace, Ways};
use rethread_engine::{Gate, State, Touch, Touches, dependent};
use std::sync::Arc;

/// A step that was explored from a node: what starts with it need not be explored again.
#[derive(Clone, Debug)]
pub struct Sleeper {
    pub handle: u64,
    pub mark: u32,
    pub touches: Touches,
    /// Others explore from there at the same time, or did.
    pub open: Option<Arc<Open>>,
}

impl Sleeper {
    /// Was everything found that it had to find?
    pub fn is_over(&self) -> bool {
        self.open.as_ref().is_none_or(|o| o.is_over())
    }
}

/// A step to take, and what to take after it.
#[derive(Clone, Debug)]
pub struct Wake {
    pub handle: u64,
    pub mark: u32,
    pub touches: Touches,
    /// Nothing more is planned behind it: everything is to be explored there.
    pub leaf: bool,
    pub then: Later,
}

/// What is planned behind a step, by the decisions on symbolic data that were made after it; None: whatever was decided.
pub type Later = Vec<(Option<Ways>, Vec<Wake>)>;

/// What is planned where these decisions were made; what is planned for any others stays.
fn take_list(later: &mut Later, ways: &Ways) -> Vec<Wake> {
    match later.iter().position(|(w, _)| w.as_ref() == Some(ways)) {
        Some(i) => later.swap_remove(i).1,
        None => later.iter().find(|(w, _)| w.is_none()).map(|(_, list)| list.clone()).unwrap_or_default(),
    }
}

/// What is planned where the state stands, and whether something may have been lost: a step that nobody could see where the plan was
/// made may be one here, and come before what was decided there. What is planned for those decisions does not fit then, and what it
/// is for is found as with source sets.
pub fn planned_at(later: &mut Later, ways: &Ways) -> (Vec<Wake>, bool) {
    let plan = take_list(later, ways);
    let lost = |(w, list): &(Option<Ways>, Vec<Wake>)| {
        !list.is_empty() && w.as_ref().is_some_and(|w| w != ways && w.agrees(ways))
    };
    let loose = later.iter().any(lost) && !mutant(Mutant::UnseenForgotten);
    (plan, loose)
}

/// A step about to be taken from a node.
struct Taken<'a> {
    state: &'a State,
    handle: u64,
    mark: u32,
    touches: &'a [Touch],
}

/// What is planned after this thread takes its step, which is the one of entry `i` or comes before it: a step that nobody
/// could see where the plan was made may be one here. Then it is taken first, and everything that could begin with it as
/// well is left to what is behind it: it may not be taken from here a second time.
pub fn take_planned(plan: &mut Vec<Wake>, i: usize, state: &State, thread: usize) -> (Later, bool) {
    let pending = state.threads[thread].pending.as_ref();
    let Some(pending) = pending.filter(|p| p.mark < plan[i].mark) else {
        let wake = plan.remove(i);
        return (wake.then, wake.leaf);
    };
    let step = Taken { state, handle: plan[i].handle, mark: pending.mark, touches: &pending.touches };
    let (mut later, mut leaf) = (vec![(None, Vec::new())], false);
    for wake in std::mem::take(plan) {
        if step.is(&wake) {
            leaf |= wake.leaf;
            merge_later(&mut later, wake.then);
            continue;
        }
        let (behind, here) = step.part(wake, true);
        for wake in behind {
            later.iter_mut().for_each(|(_, list)| merge(list, wake.clone()));
        }
        plan.extend(here);
    }
    match leaf {
        true => (Later::new(), true),
        false => (later, false),
    }
}

impl Taken<'_> {
    fn is(&self, wake: &Wake) -> bool {
        // After other decisions the thread has another step there.
        let apart = !wake.touches.is_empty()
            && !self.touches.is_empty()
            && !wake.touches.iter().any(|t| self.touches.iter().any(|u| t.key == u.key));
        wake.handle == self.handle && wake.mark == self.mark && !apart && !mutant(Mutant::UnseenForgotten)
    }

    /// The sequences of a plan that could begin with this step, without it, and those that could not. `first`: does the plan
    /// begin here?
    fn part(&self, wake: Wake, first: bool) -> (Vec<Wake>, Option<Wake>) {
        if wake.handle != self.handle && dependent(&wake.touches, self.touches) {
            // Who is not there yet is created behind this step, or by what the plan has before it: nobody knows.
            let there = self.state.threads.iter().any(|t| t.handle == wake.handle);
            return match (there, first) {
                (true, _) => (Vec::new(), Some(wake)),
                (false, true) => (vec![wake], None),
                (false, false) => (vec![wake.clone()], Some(wake)),
            };
        }
        if wake.leaf || wake.handle == self.handle {
            return (vec![wake], None);
        }
        let Wake { handle, mark, touches, then, .. } = wake;
        let mut behind = Wake { handle, mark, touches: touches.clone(), leaf: false, then: Later::new() };
        let mut here = Wake { handle, mark, touches, leaf: false, then: Later::new() };
        for (ways, list) in then {
            for wake in list {
                if self.is(&wake) {
                    behind.leaf |= wake.leaf;
                    wake.then
                        .into_iter()
                        .for_each(|(_, l)| merge_later(&mut behind.then, vec![(ways.clone(), l)]));
                    continue;
                }
                let (b, h) = self.part(wake, false);
                merge_later(&mut behind.then, vec![(ways.clone(), b)]);
                merge_later(&mut here.then, vec![(ways.clone(), Vec::from_iter(h))]);
            }
        }
        let has = |w: &Wake| w.leaf || w.then.iter().any(|(_, list)| !list.is_empty());
        (Vec::from_iter(Some(behind).filter(has)), Some(here).filter(has))
    }
}

/// A thread is past a planned step where nobody could see it: what is planned behind it comes next.
pub fn skip_passed(plan: &mut Vec<Wake>, state: &State) {
    let passed = |w: &Wake| {
        let thread = state.threads.iter().find(|t| t.handle == w.handle);
        let passed = thread.is_some_and(|t| t.pending.as_ref().is_none_or(|p| p.mark > w.mark));
        passed && !w.leaf && !mutant(Mutant::UnseenForgotten)
    };
    while let Some(i) = plan.iter().position(passed) {
        let behind = plan.split_off(i + 1);
        let passed = plan.pop().expect("just found");
        let next = passed.then.into_iter().flat_map(|(_, list)| list);
        next.chain(behind).for_each(|wake| merge(plan, wake));
    }
}

/// Plans a sequence that begins with this step, if it is not planned word by word.
fn merge(list: &mut Vec<Wake>, wake: Wake) {
    match list.iter_mut().find(|w| w.handle == wake.handle && w.mark == wake.mark) {
        None => list.push(wake),
        Some(known) if known.leaf => {}
        Some(known) if wake.leaf => *known = wake,
        Some(known) => merge_later(&mut known.then, wake.then),
    }
}

fn merge_later(later: &mut Later, more: Later) {
    for (ways, list) in more {
        let known = list_of(later, ways);
        list.into_iter().for_each(|wake| merge(known, wake));
    }
}

/// A sequence of steps that reverses a race: events that do not depend on the first event of the race,
/// then the second one, which need not be in the trace (a thread that is blocked for good).
#[derive(Clone)]
pub struct Reversal<'a> {
    trace: &'a Trace,
    /// Events by number, in order.
    steps: Vec<usize>,
    last: &'a Event,
}

impl<'a> Reversal<'a> {
    /// `last` is at `number` in the trace, or nowhere.
    pub fn new(trace: &'a Trace, first: usize, last: &'a Event, number: Option<usize>) -> Reversal<'a> {
        let e = &trace.events[first];
        let mut dropped: Vec<usize> = Vec::new();
        let mut steps = Vec::new();
        for (k, x) in trace.events.iter().enumerate().skip(first + 1) {
            if Some(k) == number || x.is_after(e) {
                continue;
            }
            // A step that can be disabled must not be preceded by what would disable it: what takes the
            // object and does not give it back in the sequence.
            let in_the_way = last.gate != Gate::Open
                && last.base.get(x.thread) < x.index
                && x.touches.iter().any(|t| t.acquire && last.touches.iter().any(|u| t.overlaps_object(u)))
                && !trace.events[k + 1..].iter().any(|y| {
                    y.thread == x.thread
                        && !y.is_after(e)
                        && y.touches
                            .iter()
                            .any(|t| t.release && x.touches.iter().any(|u| t.overlaps_object(u)))
                });
            if in_the_way || dropped.iter().any(|&d| x.is_after(&trace.events[d])) || x.is_own_future(last) {
                dropped.push(k);
                continue;
            }
            steps.push(k);
        }
        Reversal { trace, steps, last }
    }

    fn len(&self) -> usize {
        self.steps.len() + 1
    }

    fn at(&self, i: usize) -> &Event {
        self.steps.get(i).map_or(self.last, |&k| &self.trace.events[k])
    }

    /// What step `i` touches in this order. The last one is moved: if what it touches depends on the values it
    /// finds, that may be anything.
    fn touches(&self, i: usize) -> &[Touch] {
        match i == self.steps.len() && self.last.is_section() {
            true => &[Touch::EXIT],
            false => &self.at(i).touches,
        }
    }

    /// Does nothing before step `i` have to come before it?
    fn is_initial(&self, i: usize) -> bool {
        let step = self.at(i);
        self.steps[..i.min(self.steps.len())].iter().all(|&k| {
            let x = &self.trace.events[k];
            match i == self.steps.len() {
                false => !step.is_after(x),
                true => step.base.get(x.thread) < x.index && !dependent(&x.touches, self.touches(i)),
            }
        })
    }

    /// Could the sequence, or one equivalent to a run that begins with it, begin with this thread's step?
    /// Some(position) if the step is in the sequence, None in the Option if it is not but could precede.
    pub fn begins_with(&self, handle: u64, mark: u32, touches: &Touches) -> Option<Option<usize>> {
        match (0..self.len()).find(|&i| self.at(i).handle == handle) {
            Some(i) if self.at(i).mark <= mark => {
                let first = self.is_initial(i) || mutant(Mutant::AnyStepCovers);
                (self.at(i).mark == mark && first).then_some(Some(i))
            }
            // Nobody could see the step where the sequence was found, or its thread has none there.
            _ => {
                let free = |i| self.at(i).handle == handle || !dependent(self.touches(i), touches);
                (0..self.len()).all(free).then_some(None)
            }
        }
    }

    /// Was everything that begins like this explored with that step?
    pub fn is_covered_by(&self, s: &Sleeper) -> bool {
        self.begins_with(s.handle, s.mark, &s.touches).is_some()
    }

    /// Is that step in it, and could come first?
    pub fn has_first(&self, s: &Sleeper) -> bool {
        matches!(self.begins_with(s.handle, s.mark, &s.touches), Some(Some(_)))
    }

    /// Without step `i`, which was taken: what was decided after it. None if it is the last: nothing else matters.
    pub fn take_out(&mut self, i: usize) -> Option<Ways> {
        (i < self.steps.len()).then(|| self.trace.events[self.steps.remove(i)].ways.clone())
    }

    /// Plans the sequence unless something planned already leads to it.
    pub fn insert(mut self, mut tree: &mut Vec<Wake>) {
        loop {
            let known = |w: &Wake| (0..self.len()).any(|i| self.at(i).handle == w.handle);
            if mutant(Mutant::SameThreadCovers) && tree.iter().any(known) {
                return;
            }
            let found = tree
                .iter()
                .enumerate()
                .find_map(|(n, w)| Some((n, self.begins_with(w.handle, w.mark, &w.touches)?)));
            let Some((n, position)) = found else { break };
            let wake = &mut tree[n];
            if wake.leaf {
                return;
            }
            let Some(i) = position else {
                // What will be decided after a step that is not in the sequence is not known: any of it.
                let decides = wake.then.iter().any(|(ways, _)| ways.as_ref().is_none_or(|w| !w.is_empty()));
                return self.insert_everywhere(&mut wake.then, decides);
            };
            // The last one taken out: what is planned contains the sequence.
            let Some(ways) = self.take_out(i) else { return };
            tree = list_of(&mut wake.then, Some(ways));
        }
        let mut then = Later::new();
        for i in (0..self.len()).rev() {
            let e = self.at(i);
            let leaf = i == self.steps.len();
            let wake = Wake { handle: e.handle, mark: e.mark, touches: self.touches(i).into(), leaf, then };
            if i == 0 {
                return tree.push(wake);
            }
            then = vec![(Some(self.at(i - 1).ways.clone()), vec![wake])];
        }
    }

    /// Plans the sequence behind a step whatever is decided there, if anything is.
    pub fn insert_everywhere(self, later: &mut Later, decides: bool) {
        if decides {
            list_of(later, None);
        }
        for (_, list) in later {
            self.clone().insert(list);
        }
    }
}

/// What is planned where exactly this was decided: from now on apart from what is planned for any other decision.
pub fn list_of(later: &mut Later, ways: Option<Ways>) -> &mut Vec<Wake> {
    let list = later.iter().position(|(w, _)| *w == ways).unwrap_or_else(|| {
        let any = later.iter().find(|(w, _)| w.is_none()).map(|(_, list)| list.clone());
        later.push((ways, any.unwrap_or_default()));
        later.len() - 1
    });
    &mut later[list].1
}

impl Event {
    /// Is this a later step of the same thread than `last`, which is to come before it?
    fn is_own_future(&self, last: &Event) -> bool {
        self.thread == last.thread && self.index >= last.index
    }
}
