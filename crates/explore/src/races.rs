//! Data races: two accesses to one place, one of them a write, not both atomic, that synchronisation
//! does not order.
//!
//! Source: happens-before race detection as in FastTrack and ThreadSanitizer, over the events of the run.
//! Guarantee: no false reports (under sequential consistency): the two accesses can stand next to each
//! other. An access at a symbolic offset races only for inputs that make the ranges overlap.

use crate::explorer::Explorer;
use crate::outcome::*;
use crate::witness::Aim;
use rethread_engine::{Clock, State, Touch};
use rethread_ir::LocId;
use rethread_solver::{Answer, Model};

impl Explorer<'_> {
    /// Looks for earlier accesses that race with the step that was just taken.
    pub(crate) fn data_races(&mut self, state: &State, known: &Clock) {
        if !self.options.checks.contains(BugKind::Race) {
            return;
        }
        for (i, theirs, ours) in self.trace.data_races(known) {
            let of = |t: &Touch, event: LocId| if t.from == LocId::NONE { event } else { t.from };
            let last = self.trace.events.last().map_or(LocId::NONE, |e| e.at);
            let (a, b) = (of(&theirs, self.trace.events[i].at), of(&ours, last));
            let pair = (a.min(b), a.max(b));
            if self.raced.contains(&pair) {
                continue;
            }
            let Some(model) = self.overlap(state, &theirs, &ours) else { continue };
            self.raced.insert(pair);
            self.report_race(state, i, theirs, ours, model);
        }
    }

    /// An input for which both touch the same byte.
    fn overlap(&mut self, state: &State, a: &Touch, b: &Touch) -> Option<Model> {
        if a.at.is_none() && b.at.is_none() {
            return self.model(state);
        }
        let terms = &mut self.exec.terms;
        let mut ends = |t: &Touch| match t.at {
            Some((off, len)) => {
                let len = terms.constant(64, len);
                (off, terms.add(off, len))
            }
            None => (terms.constant(64, t.lo), terms.constant(64, t.hi)),
        };
        let ((lo, hi), (other_lo, other_hi)) = (ends(a), ends(b));
        let left = terms.ult(lo, other_hi);
        let right = terms.ult(other_lo, hi);
        let both = terms.and(left, right);
        match self.exec.solver.check(terms, &state.path, both) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat => None,
            Answer::Unknown => {
                self.exec.unknowns += 1;
                None
            }
        }
    }

    fn report_race(&mut self, state: &State, i: usize, theirs: Touch, ours: Touch, model: Model) {
        let machine = self.exec.machine.clone();
        let earlier = &self.trace.events[i];
        let last = self.trace.events.last().expect("it was just taken");
        let last_handle = last.handle;
        let side = |touch: &Touch, thread: usize, at: LocId, view: Option<&State>| {
            let stack = match view {
                Some(view) => {
                    let mut view = view.clone();
                    view.current = thread;
                    machine.stack(&view)
                }
                None => Vec::new(),
            };
            let verb = match (touch.write, touch.class) {
                (true, rethread_engine::Class::Atomic) => "an atomic write",
                (false, rethread_engine::Class::Atomic) => "an atomic read",
                (true, _) => "a write",
                (false, _) => "a read",
            };
            let place = match (touch.from, stack.first()) {
                (LocId::NONE, Some(top)) => top.clone(),
                (LocId::NONE, None) => machine.place(at, ""),
                (from, _) => machine.place(from, ""),
            };
            (place, state.threads[thread].name.to_string(), stack, verb)
        };
        let before = |node: Option<usize>| node.map(|n| &self.nodes[n].cursor.state);
        let mut a = side(&theirs, earlier.thread, earlier.at, before(earlier.node));
        let mut b = side(&ours, last.thread, last.at, before(last.node));
        if b.0 < a.0 {
            std::mem::swap(&mut a, &mut b);
        }
        let key = (a.0.file.clone(), a.0.line, BugKind::Race, Some((b.0.file.clone(), b.0.line)));
        let goal = [&a.0, &b.0].into_iter().any(|place| self.is_goal(BugKind::Race, place));
        if self.bugs.contains_key(&key) || !goal {
            return;
        }
        let what = match state.memory.get(ours.object) {
            Some(o) => self.exec.describe(o),
            None => "freed memory".into(),
        };
        let how = EndKind::Bug { bug: BugKind::Race, place: a.0.clone() };
        let handles = vec![self.trace.events[i].handle, last_handle];
        let (test, interleaving) = self.witness(state, model, how, Aim::Here { handles });
        let message = format!("{} and {} of {what} are not ordered", a.3, b.3);
        let bug = Bug {
            kind: BugKind::Race,
            place: a.0,
            thread: a.1,
            message,
            stack: a.2,
            other: Some(Other { role: "races with".into(), thread: b.1, place: b.0, stack: b.2 }),
            waiting: Vec::new(),
            interleaving,
            threads: Vec::new(),
            test,
        };
        self.report(key, bug);
    }
}
