//! Is a state that comes to a point safe for a reason that is known there?
//!
//! In order of cost: parts of formulas are evaluated, each once, since formulas at one point share most of them; what is left open is
//! looked up in what is known of the path; then the solver is asked whether the path implies a formula, and at last whether
//! it implies that one of several holds.
//!
//! Guarantee: a state is found safe only if every input that leads to it satisfies one of the formulas it is told to be safe
//! for, every thread that slept where that formula was found out sleeps here too, and nothing behind it is an unreported data race.

use super::below::{Seen, localised};
use super::effort;
use super::formula::Formula;
use super::table::{Entry, PointId};
use super::{Summaries, same_sleeper};
use crate::explorer::Explorer;
use crate::frontier::Cursor;
use crate::mutants::{Mutant, mutant};
use crate::wakeup::Sleeper;
use rethread_engine::State;
use rethread_expr::{Bits, Evaluator, Symbol, Term, TermMap};
use rethread_solver::Answer;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Most formulas that are weighed together.
const MAX_UNION: usize = 8;

/// Why a state need not be explored.
pub struct Implied {
    pub formula: Formula,
    /// What was touched behind the states it was found out at, in terms of this run.
    pub seen: Arc<[Seen]>,
    pub worth: u64,
}

/// A part of a formula in a state.
#[derive(Copy, Clone)]
enum Part {
    True,
    /// On every input, or it cannot be said.
    False,
    /// This has to be proved; does it hold for the input that is known to lead here?
    Open(Term, bool),
}

/// Room for what is found out about one state after the other.
#[derive(Default)]
pub struct Scratch {
    evaluator: Evaluator,
    parts: TermMap<Part>,
}

/// What was found out about a state.
struct Arrival<'a> {
    state: State,
    values: FxHashMap<Symbol, Option<Term>>,
    /// Those that are constants.
    known: FxHashMap<Symbol, Bits>,
    scratch: &'a mut Scratch,
    /// How many parts were weighed.
    weighed: u64,
}

/// A formula that is not false in the state.
struct Candidate {
    number: usize,
    seen: Arc<[Seen]>,
    /// What would have to be proved.
    open: Vec<Term>,
    likely: bool,
}

impl Explorer<'_> {
    /// A reason that is known at this point and that the state implies.
    pub(super) fn implied(&mut self, s: &mut Summaries, point: PointId, cursor: &Cursor) -> Option<Implied> {
        if s.table.at(point).is_empty() {
            return None;
        }
        let mut scratch = std::mem::take(&mut s.scratch);
        scratch.evaluator.reset();
        scratch.parts.clear();
        let found = self.implied_with(s, point, cursor, &mut scratch);
        s.scratch = scratch;
        found
    }

    fn implied_with(
        &mut self,
        s: &mut Summaries,
        point: PointId,
        cursor: &Cursor,
        scratch: &mut Scratch,
    ) -> Option<Implied> {
        let mut arrival = Arrival {
            state: cursor.state.clone(),
            values: FxHashMap::default(),
            known: FxHashMap::default(),
            scratch,
            weighed: 0,
        };
        let mut candidates: Vec<Candidate> = Vec::new();
        for number in 0..s.table.at(point).len() {
            let entry = &s.table.at(point)[number];
            let asleep = |e: &Sleeper| cursor.sleep.iter().any(|c| same_sleeper(&cursor.state, c, e));
            if !entry.sleep.iter().all(asleep) && !mutant(Mutant::NoSleep) {
                continue;
            }
            s.checked += 1;
            let known = arrival.weighed;
            let weighed = self.weigh(&mut arrival, entry);
            s.effort.spend(effort::CHECK + effort::PART * (arrival.weighed - known));
            let Some((open, likely)) = weighed else { continue };
            let Some(seen) = localised(&mut self.exec.facts, &cursor.state, &entry.seen) else { continue };
            if likely && self.may_race(&cursor.state, &seen) {
                continue;
            }
            let candidate = Candidate { number, seen, open, likely };
            if likely && self.is_proved(s, cursor, std::slice::from_ref(&candidate)) {
                return Some(self.found(s, point, vec![candidate]));
            }
            candidates.push(candidate);
        }
        candidates.retain(|c| c.likely || !self.may_race(&cursor.state, &c.seen));
        candidates.truncate(MAX_UNION);
        // One of them has to hold for the known input.
        let hopeful = candidates.len() > 1 && candidates.iter().any(|c| c.likely);
        let proved = hopeful && self.is_proved(s, cursor, &candidates);
        proved.then(|| self.found(s, point, candidates))
    }

    fn found(&mut self, s: &mut Summaries, point: PointId, candidates: Vec<Candidate>) -> Implied {
        let entries = s.table.at(point);
        let mut out: Option<Implied> = None;
        for c in candidates {
            let entry = &mut entries[c.number];
            entry.hits += 1;
            out = Some(match out {
                None => Implied { formula: entry.formula.clone(), seen: c.seen, worth: entry.worth },
                Some(other) => Implied {
                    formula: other.formula.or(&mut self.exec.terms, &entry.formula),
                    seen: other.seen.iter().chain(c.seen.iter()).cloned().collect(),
                    worth: other.worth.max(entry.worth),
                },
            });
        }
        out.expect("at least one")
    }

    /// Does every input that leads here satisfy one of them?
    fn is_proved(&mut self, s: &mut Summaries, cursor: &Cursor, candidates: &[Candidate]) -> bool {
        if candidates.iter().any(|c| c.open.is_empty()) {
            return true;
        }
        s.asked_solver += 1;
        s.effort.spend(effort::SOLVER);
        let terms = &mut self.exec.terms;
        let mut none = terms.tru();
        for c in candidates {
            let mut all = terms.tru();
            for &t in &c.open {
                all = terms.and(all, t);
            }
            let not = terms.not(all);
            none = terms.and(none, not);
        }
        let answer = self.exec.solver.check(&mut self.exec.terms, &cursor.state.path, none);
        matches!(answer, Answer::Unsat)
    }

    /// What is left to be proved of a formula, and whether it holds for the known input. None if it is false.
    fn weigh(&mut self, arrival: &mut Arrival, entry: &Entry) -> Option<(Vec<Term>, bool)> {
        let mut open = Vec::new();
        let mut likely = true;
        for &t in entry.formula.parts() {
            let part = match arrival.scratch.parts.get(t) {
                Some(part) => part,
                None => {
                    let part = self.part_there(arrival, t);
                    arrival.scratch.parts.set(t, part);
                    arrival.weighed += 1;
                    part
                }
            };
            match part {
                Part::True => {}
                Part::False => return None,
                Part::Open(t, holds) => {
                    open.push(t);
                    likely &= holds;
                }
            }
        }
        Some((open, likely))
    }

    fn part_there(&mut self, arrival: &mut Arrival, t: Term) -> Part {
        let Arrival { state, values, known, scratch, .. } = arrival;
        let support = self.exec.terms.support(t);
        let mut constant = true;
        for &s in support.iter() {
            let value = match values.get(&s) {
                Some(v) => *v,
                None => {
                    let v = match self.exec.facts.get(s) {
                        Some(fact) => self.exec.value_of(state, fact),
                        None => Some(self.exec.terms.symbol_term(s)),
                    };
                    values.insert(s, v);
                    known.extend(v.and_then(|v| Some((s, self.exec.terms.as_bits(v)?))));
                    v
                }
            };
            if value.is_none() {
                return Part::False;
            }
            constant &= known.contains_key(&s);
        }
        if constant {
            let holds = scratch.evaluator.holds(&self.exec.terms, t, known);
            return if holds { Part::True } else { Part::False };
        }
        let map = (support.iter())
            .filter_map(|s| Some((self.exec.terms.symbol_term(*s), (*values.get(s)?)?)))
            .collect();
        let there = self.exec.terms.substitute(t, &map);
        match state.path.known(&self.exec.terms, there) {
            _ if self.exec.terms.is_true(there) => Part::True,
            _ if self.exec.terms.is_false(there) => Part::False,
            Some(true) => Part::True,
            Some(false) => Part::False,
            None => {
                let model = state.path.has_model().then(|| state.path.model());
                Part::Open(there, model.is_none_or(|m| self.exec.terms.eval(there, m).is_true()))
            }
        }
    }
}
