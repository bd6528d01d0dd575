//! Is a state that comes to a point safe for a reason that is known there?
//!
//! In order of cost: parts of formulas are evaluated, each once, since formulas at one point share most of them; what is left open is
//! looked up in what is known of the path, in what follows where its symbols have few values, and in what its comparisons say; then the
//! solver is asked whether the path implies a formula, and at last whether it implies that one of several holds.
//!
//! Guarantee: a state is found safe only if every input that leads to it satisfies one of the formulas it is told to be safe
//! for, every thread that slept where that formula was found out sleeps here too, and nothing behind it is an unreported data race.

use super::below::{Seen, localised};
use super::effort;
use super::formula::Formula;
use super::table::{Entry, PointId};
use super::{Summaries, by_spots, same_sleeper};
use crate::explorer::Explorer;
use crate::frontier::Cursor;
use crate::mutants::{Mutant, mutant};
use crate::wakeup::Sleeper;
use rethread_engine::State;
use rethread_expr::{Assignment, Bits, Evaluator, Substitution, Symbol, Term, TermMap};
use rethread_solver::{Answer, Few, Model, Order};
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
    /// Not for the input that is known to lead here.
    Unlikely,
    /// This has to be proved.
    Open(Term),
    /// This does not hold for every input.
    Fails(Term),
}

/// What a symbol is in a state.
#[derive(Copy, Clone)]
enum Value {
    /// Nothing that could be said.
    Nothing,
    /// The same on every input.
    Always(u64),
    /// As it is for the input that is known to lead there.
    Sample(u64),
    /// More than 64 bits, and whether they are the same on every input.
    Wide(bool),
}

/// Symbols in a state, as far as somebody asked.
#[derive(Default)]
struct Values {
    /// With when it was found out.
    of: Vec<(u32, Option<Value>)>,
    now: u32,
    wide: FxHashMap<Symbol, Bits>,
}

impl Values {
    fn clear(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.of.clear();
            self.now = 1;
        }
        self.wide.clear();
    }

    fn get(&self, symbol: Symbol) -> Option<Value> {
        let (when, value) = *self.of.get(symbol.0 as usize)?;
        value.filter(|_| when == self.now)
    }

    fn set(&mut self, symbol: Symbol, value: Value) {
        let at = symbol.0 as usize;
        if self.of.len() <= at {
            self.of.resize(at + 1, (0, None));
        }
        self.of[at] = (self.now, Some(value));
    }
}

/// Those that are the same on every input.
struct Constants<'a>(&'a Values);

impl Assignment for Constants<'_> {
    fn value(&self, symbol: Symbol) -> Option<Bits> {
        matches!(self.0.get(symbol)?, Value::Wide(true)).then(|| self.0.wide[&symbol].clone())
    }

    fn value_u64(&self, symbol: Symbol) -> Option<u64> {
        match self.0.get(symbol)? {
            Value::Always(value) => Some(value),
            _ => None,
        }
    }
}

/// All of them, for the known input.
struct Samples<'a>(&'a Values);

impl Assignment for Samples<'_> {
    fn value(&self, symbol: Symbol) -> Option<Bits> {
        self.0.wide.get(&symbol).cloned()
    }

    fn value_u64(&self, symbol: Symbol) -> Option<u64> {
        match self.0.get(symbol)? {
            Value::Always(value) | Value::Sample(value) => Some(value),
            _ => None,
        }
    }
}

/// Room for what is found out about one state after the other.
#[derive(Default)]
pub struct Scratch {
    values: Values,
    constant: Evaluator,
    sampled: Evaluator,
    parts: TermMap<Part>,
    there: Substitution,
    few: Few,
}

/// What was found out about a state.
struct Arrival<'a> {
    state: State,
    scratch: &'a mut Scratch,
    /// What the comparisons on the path say.
    order: Option<Order>,
    /// How many parts were weighed.
    weighed: u64,
    /// Inputs that lead here and do not satisfy a formula that was thought to hold.
    against: Vec<Model>,
}

/// A formula that is not false in the state.
struct Candidate {
    number: usize,
    seen: Arc<[Seen]>,
    /// What would have to be proved.
    open: Vec<Term>,
    /// It does not hold for the known input.
    unlikely: bool,
}

/// What a formula comes to in a state, unless it is false.
#[derive(Default)]
struct Weighed {
    /// What would have to be proved.
    open: Vec<Term>,
    /// It does not hold for the known input.
    unlikely: bool,
    /// Nor does it for every other one.
    fails: bool,
}

impl Explorer<'_> {
    /// A reason that is known at this point and that the state implies.
    pub(super) fn implied(&mut self, s: &mut Summaries, point: PointId, cursor: &Cursor) -> Option<Implied> {
        if s.table.at(point).is_empty() {
            return None;
        }
        let mut scratch = std::mem::take(&mut s.scratch);
        scratch.values.clear();
        scratch.constant.reset();
        scratch.sampled.reset();
        scratch.parts.clear();
        scratch.there.clear();
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
        let mut arrival =
            Arrival { state: cursor.state.clone(), scratch, order: None, weighed: 0, against: Vec::new() };
        let sleep = by_spots(&cursor.sleep, &cursor.state);
        let mut candidates: Vec<Candidate> = Vec::new();
        for number in 0..s.table.at(point).len() {
            let entry = &mut s.table.at(point)[number];
            let asleep = |e: &Sleeper| sleep.iter().any(|c| same_sleeper(c, e));
            if !entry.sleep.iter().all(asleep) && !mutant(Mutant::NoSleep) {
                continue;
            }
            s.checked += 1;
            let known = (arrival.weighed, arrival.scratch.few.looks);
            let weighed = self.weigh(&mut arrival, entry);
            let tried = arrival.scratch.few.looks - known.1;
            s.effort.spend(effort::CHECK + effort::PART * (arrival.weighed - known.0) + effort::LOOK * tried);
            let Some(Weighed { open, unlikely, fails }) = weighed else { continue };
            let Some(seen) = localised(&mut self.exec.facts, &cursor.state, &entry.seen) else { continue };
            if !unlikely && self.may_race(&cursor.state, &seen) {
                continue;
            }
            let candidate = Candidate { number, seen, open, unlikely };
            let alone = std::slice::from_ref(&candidate);
            if !unlikely && !fails && self.is_proved(s, &mut arrival, alone) {
                return Some(self.found(s, point, vec![candidate]));
            }
            candidates.push(candidate);
        }
        // One of them has to hold for the known input.
        if candidates.len() < 2 || candidates.iter().all(|c| c.unlikely) {
            return None;
        }
        candidates.retain_mut(|c| {
            let parts = s.table.at(point)[c.number].formula.parts();
            !c.unlikely || (self.spell_out(&mut arrival, parts, c) && !self.may_race(&cursor.state, &c.seen))
        });
        candidates.truncate(MAX_UNION);
        let proved = candidates.len() > 1 && self.is_proved(s, &mut arrival, &candidates);
        proved.then(|| self.found(s, point, candidates))
    }

    /// Adds what would have to be proved although it does not hold for the known input. False if it holds for none.
    fn spell_out(&mut self, arrival: &mut Arrival, parts: &[Term], candidate: &mut Candidate) -> bool {
        for &t in parts {
            if let Some(Part::Unlikely) = arrival.scratch.parts.get(t) {
                let Some(there) = self.spelled(arrival, t) else { return false };
                if self.exec.terms.is_false(there)
                    || arrival.state.path.known(&self.exec.terms, there) == Some(false)
                {
                    return false;
                }
                candidate.open.push(there);
            }
        }
        true
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
    fn is_proved(&mut self, s: &mut Summaries, arrival: &mut Arrival, candidates: &[Candidate]) -> bool {
        if candidates.iter().any(|c| c.open.is_empty()) {
            return true;
        }
        let Arrival { state, scratch, against, .. } = arrival;
        let terms = &mut self.exec.terms;
        let holds = |c: &Candidate, m: &Model| c.open.iter().all(|&t| terms.eval(t, m).is_true());
        if !against.iter().all(|m| candidates.iter().any(|c| holds(c, m))) {
            return false;
        }
        let mut none = terms.tru();
        for c in candidates {
            let mut all = terms.tru();
            for &t in &c.open {
                all = terms.and(all, t);
            }
            let not = terms.not(all);
            none = terms.and(none, not);
        }
        let some = terms.not(none);
        let known = scratch.few.looks;
        let tried = scratch.few.implies(terms, &state.path, some);
        s.effort.spend(effort::LOOK * (scratch.few.looks - known));
        match tried {
            Some(Ok(())) => return true,
            Some(Err(example)) => {
                against.push(example);
                return false;
            }
            None => {}
        }
        s.asked_solver += 1;
        s.effort.spend(effort::SOLVER);
        match self.exec.solver.check(terms, &state.path, none) {
            Answer::Unsat => return true,
            Answer::Sat(model) => against.push(model),
            Answer::Unknown => {}
        }
        false
    }

    /// None if the formula is false.
    fn weigh(&mut self, arrival: &mut Arrival, entry: &mut Entry) -> Option<Weighed> {
        let mut out = Weighed::default();
        let parts = entry.formula.parts();
        // What failed one state mostly fails the next.
        if let Some(&t) = parts.get(entry.weak as usize)
            && let Part::False = self.part_of(arrival, t)
        {
            return None;
        }
        for (number, &t) in (0..).zip(parts) {
            match self.part_of(arrival, t) {
                Part::True => {}
                Part::False => {
                    entry.weak = number;
                    return None;
                }
                Part::Unlikely => out.unlikely = true,
                Part::Open(t) => out.open.push(t),
                Part::Fails(t) => {
                    out.fails = true;
                    out.open.push(t);
                }
            }
        }
        Some(out)
    }

    fn part_of(&mut self, arrival: &mut Arrival, t: Term) -> Part {
        if let Some(part) = arrival.scratch.parts.get(t) {
            return part;
        }
        let part = self.part_there(arrival, t);
        arrival.scratch.parts.set(t, part);
        arrival.weighed += 1;
        part
    }

    fn part_there(&mut self, arrival: &mut Arrival, t: Term) -> Part {
        // On every input?
        loop {
            let Scratch { values, constant, .. } = &mut *arrival.scratch;
            match constant.holds_if_known(&self.exec.terms, t, &Constants(values)) {
                Ok(true) => return Part::True,
                Ok(false) => return Part::False,
                Err(s) => match values.get(s) {
                    None => self.ask(arrival, s),
                    Some(Value::Nothing) => return Part::False,
                    Some(_) => break,
                },
            }
        }
        while arrival.state.path.has_model() {
            let Scratch { values, sampled, .. } = &mut *arrival.scratch;
            match sampled.holds_if_known(&self.exec.terms, t, &Samples(values)) {
                Ok(true) => break,
                Ok(false) => return Part::Unlikely,
                Err(s) if values.get(s).is_some() => return Part::False,
                Err(s) => self.ask(arrival, s),
            }
        }
        let Some(there) = self.spelled(arrival, t) else { return Part::False };
        match arrival.state.path.known(&self.exec.terms, there) {
            _ if self.exec.terms.is_true(there) => Part::True,
            _ if self.exec.terms.is_false(there) => Part::False,
            Some(true) => Part::True,
            Some(false) => Part::False,
            None => {
                let Arrival { order, state, against, scratch, .. } = arrival;
                let terms = &mut self.exec.terms;
                match scratch.few.implies(terms, &state.path, there) {
                    Some(Ok(())) => return Part::True,
                    Some(Err(_)) => return Part::Fails(there),
                    None => {}
                }
                let order = order.get_or_insert_with(|| Order::of(terms, state.path.constraints()));
                match order.implies(terms, &state.path, there) {
                    Ok(()) => Part::True,
                    Err(example) => {
                        against.extend(example);
                        Part::Open(there)
                    }
                }
            }
        }
    }

    /// A part of a formula with what the state has at its places. None if it has nothing at one of them.
    fn spelled(&mut self, arrival: &mut Arrival, t: Term) -> Option<Term> {
        loop {
            match self.exec.terms.substitute_all(t, &mut arrival.scratch.there) {
                Ok(there) => return Some(there),
                Err(s) if arrival.scratch.values.get(s).is_some() => return None,
                Err(s) => self.ask(arrival, s),
            }
        }
    }

    /// Finds out what a symbol is in the state.
    fn ask(&mut self, arrival: &mut Arrival, s: Symbol) {
        let Arrival { state, scratch, .. } = arrival;
        let there = match self.exec.facts.get(s) {
            Some(fact) => self.exec.value_of(state, fact),
            None => Some(self.exec.terms.symbol_term(s)),
        };
        let terms = &self.exec.terms;
        let there = there.filter(|&t| terms.array_widths(t).is_none());
        let Some(there) = there else { return scratch.values.set(s, Value::Nothing) };
        scratch.there.set(terms, terms.symbol_term(s), there);
        let always = terms.is_const(there);
        let value = match terms.width(there) {
            0..=64 => match terms.as_u64(there) {
                Some(value) => Value::Always(value),
                None if state.path.has_model() => Value::Sample(terms.eval_u64(there, state.path.model())),
                None => Value::Sample(0),
            },
            width => {
                let here = || state.path.has_model().then(|| terms.eval(there, state.path.model()));
                let bits = terms.as_bits(there).or_else(here).unwrap_or_else(|| Bits::zero(width));
                scratch.values.wide.insert(s, bits);
                Value::Wide(always)
            }
        };
        scratch.values.set(s, value);
    }
}
