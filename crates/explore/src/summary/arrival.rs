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
use super::samples::{Constants, PerSymbol, Sample, Value};
use super::table::{Known, PointId, Weak};
use super::{Summaries, by_spots, same_sleeper};
use crate::explorer::Explorer;
use crate::frontier::Cursor;
use crate::mutants::{Mutant, mutant};
use crate::wakeup::Sleeper;
use rethread_engine::State;
use rethread_expr::{Evaluator, Sparse, Substitution, Symbol, Term, TermMap, Terms};
use rethread_solver::{Answer, Few, Model, Order};
use std::sync::Arc;

/// Most formulas that are weighed together.
const MAX_UNION: usize = 8;
/// Inputs that lead to a state on which formulas are tried before anything is proved.
const SAMPLES: usize = 8;

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
    /// On every input; or on none, or it cannot be said.
    Always(bool),
    /// By sample, of so many samples, whether it holds.
    Sometimes { holds: u8, of: u8, there: There },
}

/// A part of a formula with what the state has at its places.
#[derive(Copy, Clone)]
enum There {
    NotAsked,
    /// This has to be proved.
    Open(Term),
    /// This does not hold for every input.
    Fails(Term),
}

/// Room for what is found out about one state after the other.
#[derive(Default)]
pub struct Scratch {
    values: PerSymbol<Value>,
    constant: Evaluator,
    parts: TermMap<Part>,
    there: Substitution,
    few: Few,
    /// The one that is known to lead here, and others: on these fewer formulas are tried.
    first: Sample<TermMap<u64>>,
    others: [Sample<Sparse>; SAMPLES - 1],
    /// For examples that comparisons give.
    example: Evaluator,
}

impl Scratch {
    /// What evaluating and trying values took so far.
    fn steps(&self) -> u64 {
        let others: u64 = self.others.iter().map(Sample::steps).sum();
        self.constant.steps() + self.first.steps() + others + self.example.steps() + self.few.steps()
    }
}

/// What was found out about a state.
struct Arrival<'a> {
    state: State,
    scratch: &'a mut Scratch,
    /// What the comparisons on the path say.
    order: Option<Order>,
    /// How many parts were weighed, and of how many was found out what they are there.
    weighed: u64,
    spelled: u64,
    /// What evaluating and trying values had taken before.
    steps: u64,
    /// Inputs that lead here, of which something is known: the first ones in `scratch`.
    samples: u8,
}

impl Arrival<'_> {
    /// What small values say of a term.
    fn implies(&mut self, terms: &mut Terms, t: Term) -> Option<Result<(), Model>> {
        self.scratch.few.implies(terms, &self.state.path, t)
    }

    fn cost(&self) -> u64 {
        let steps = self.scratch.steps() - self.steps;
        let compared = self.order.as_ref().map_or(0, |o| o.looks);
        effort::PART * self.weighed
            + effort::SPELL * self.spelled
            + effort::STEPS * steps
            + effort::COMPARED * compared
    }

    /// One more input that leads here. False if there is no room for it.
    fn sample(&mut self, model: Model) -> bool {
        match self.samples.checked_sub(1) {
            None => self.scratch.first.start(model),
            Some(n) => match self.scratch.others.get_mut(usize::from(n)) {
                Some(other) => other.start(model),
                None => return false,
            },
        }
        self.samples += 1;
        true
    }

    fn all(&self) -> u8 {
        ((1u16 << self.samples) - 1) as u8
    }
}

/// A formula that is not false in the state.
struct Candidate {
    number: usize,
    /// What would have to be proved, and what is touched behind; none of it as long as nobody asked.
    known: Option<(Vec<Term>, Arc<[Seen]>)>,
}

/// What came of a proof.
enum Proof {
    Done,
    /// There is an input more that leads here.
    Against,
    Unknown,
}

impl Explorer<'_> {
    /// A reason that is known at this point and that the state implies.
    pub(super) fn implied(&mut self, s: &mut Summaries, point: PointId, cursor: &Cursor) -> Option<Implied> {
        let mut known = std::mem::take(s.table.at(point)?);
        let mut scratch = std::mem::take(&mut s.scratch);
        scratch.values.clear();
        scratch.constant.reset();
        scratch.parts.clear();
        scratch.there.clear();
        let found = self.implied_by(s, &mut known, cursor, &mut scratch);
        s.scratch = scratch;
        *s.table.at(point).expect("just there") = known;
        found
    }

    fn implied_by(
        &mut self,
        s: &mut Summaries,
        known: &mut Known,
        cursor: &Cursor,
        scratch: &mut Scratch,
    ) -> Option<Implied> {
        let state = cursor.state.clone();
        scratch.few.begin();
        let steps = scratch.steps();
        let mut arrival = Arrival { state, scratch, order: None, weighed: 0, spelled: 0, steps, samples: 0 };
        if arrival.state.path.has_model() {
            let model = arrival.state.path.model().clone();
            arrival.sample(model);
        }
        let sleep = by_spots(&cursor.sleep, &cursor.state);
        let mut candidates: Vec<Candidate> = Vec::new();
        for number in 0..known.entries.len() {
            s.checked += 1;
            if self.fails_again(&mut arrival, &mut known.weak[number]) {
                s.effort.spend(effort::LOOK);
                continue;
            }
            s.effort.spend(effort::CHECK);
            let asleep = |e: &Sleeper| sleep.iter().any(|c| same_sleeper(c, e));
            if !known.entries[number].sleep.iter().all(asleep) && !mutant(Mutant::NoSleep) {
                continue;
            }
            let Some(holds) = self.glance(&mut arrival, known, number) else { continue };
            let mut candidate = Candidate { number, known: None };
            if holds == arrival.all() {
                if !self.spell_out(&mut arrival, known, cursor, &mut candidate) {
                    continue;
                }
                if let Proof::Done = self.proves(s, &mut arrival, known, std::slice::from_ref(&candidate)) {
                    s.effort.spend(arrival.cost());
                    return self.found(known, vec![candidate]);
                }
            }
            candidates.push(candidate);
        }
        let together = self.together(s, &mut arrival, known, cursor, candidates);
        s.effort.spend(arrival.cost());
        self.found(known, together?)
    }

    /// Some of these formulas of which one holds on every input: whenever there is an input on which none of those that were taken
    /// does, one that does is taken too.
    fn together(
        &mut self,
        s: &mut Summaries,
        arrival: &mut Arrival,
        known: &mut Known,
        cursor: &Cursor,
        mut candidates: Vec<Candidate>,
    ) -> Option<Vec<Candidate>> {
        let (mut taken, mut covered) = (Vec::new(), 0u8);
        while taken.len() < MAX_UNION {
            let open = (arrival.all() & !covered).trailing_zeros();
            if open >= u32::from(arrival.samples) {
                return None;
            }
            let next = loop {
                let mut there = candidates.iter().map(|c| c.number);
                let at = there.position(|number| {
                    self.glance(arrival, known, number).is_some_and(|holds| holds >> open & 1 == 1)
                })?;
                let mut next = candidates.remove(at);
                if next.known.is_some() || self.spell_out(arrival, known, cursor, &mut next) {
                    break next;
                }
            };
            taken.push(next);
            loop {
                covered = 0;
                for c in &taken {
                    covered |= self.glance(arrival, known, c.number).unwrap_or(0);
                }
                if covered != arrival.all() || taken.len() == 1 {
                    break;
                }
                let before = arrival.samples;
                match self.proves(s, arrival, known, &taken) {
                    Proof::Done => return Some(taken),
                    Proof::Against if arrival.samples > before => {}
                    _ => return None,
                }
            }
        }
        None
    }

    /// What would have to be proved for the formula to hold. False if it holds on no input, or if what is touched
    /// behind it may be a race.
    fn spell_out(
        &mut self,
        arrival: &mut Arrival,
        known: &mut Known,
        cursor: &Cursor,
        candidate: &mut Candidate,
    ) -> bool {
        let entry = &known.entries[candidate.number];
        let mut open = Vec::new();
        for &t in entry.formula.parts() {
            match self.there(arrival, t) {
                Ok(()) => {}
                Err(None) => {
                    known.weak[candidate.number].push(t);
                    return false;
                }
                Err(Some(there)) => open.push(there),
            }
        }
        let Some(seen) = localised(&mut self.exec.facts, &cursor.state, &entry.seen) else { return false };
        if self.may_race(&cursor.state, &seen) {
            return false;
        }
        candidate.known = Some((open, seen));
        true
    }

    fn found(&mut self, known: &mut Known, candidates: Vec<Candidate>) -> Option<Implied> {
        let mut out: Option<Implied> = None;
        for c in candidates {
            let entry = &mut known.entries[c.number];
            entry.hits += 1;
            let (_, seen) = c.known.expect("spelled out");
            out = Some(match out {
                None => Implied { formula: entry.formula.clone(), seen, worth: entry.worth },
                Some(other) => Implied {
                    formula: other.formula.or(&mut self.exec.terms, &entry.formula)?,
                    seen: other.seen.iter().chain(seen.iter()).cloned().collect(),
                    worth: other.worth.max(entry.worth),
                },
            });
        }
        out
    }

    /// Does every input that leads here satisfy one of them?
    fn proves(
        &mut self,
        s: &mut Summaries,
        arrival: &mut Arrival,
        known: &mut Known,
        candidates: &[Candidate],
    ) -> Proof {
        let open = |c: &Candidate| c.known.as_ref().expect("spelled out").0.clone();
        let open: Vec<Vec<Term>> = candidates.iter().map(open).collect();
        if open.iter().any(|o| o.is_empty()) {
            return Proof::Done;
        }
        // A sample that was found on the way may fail it.
        let covered = candidates.iter().filter_map(|c| self.glance(arrival, known, c.number));
        if covered.fold(0, |all, holds| all | holds) != arrival.all() {
            return Proof::Against;
        }
        let terms = &mut self.exec.terms;
        let mut none = terms.tru();
        for o in open {
            let mut all = terms.tru();
            for t in o {
                all = terms.and(all, t);
            }
            let not = terms.not(all);
            none = terms.and(none, not);
        }
        let some = terms.not(none);
        let against = match arrival.implies(terms, some) {
            Some(Ok(())) => return Proof::Done,
            Some(Err(example)) => example,
            None => {
                s.asked_solver += 1;
                s.effort.spend(effort::SOLVER + effort::ASKED * u64::from(terms.size(none)));
                match self.exec.solver.check(terms, &arrival.state.path, none) {
                    Answer::Unsat => return Proof::Done,
                    Answer::Sat(model) => model,
                    Answer::Unknown => return Proof::Unknown,
                }
            }
        };
        if arrival.sample(against) { Proof::Against } else { Proof::Unknown }
    }

    /// What failed one state mostly fails the next.
    fn fails_again(&mut self, arrival: &mut Arrival, weak: &mut Weak) -> bool {
        let Weak(parts) = weak;
        let fails = |t: &Term| matches!(self.part_of(arrival, *t), Part::Always(false));
        let Some(at) = parts.iter().position(fails) else { return false };
        parts[..=at].rotate_right(1);
        true
    }

    /// On which samples the formula holds. None if it is false.
    fn glance(&mut self, arrival: &mut Arrival, known: &mut Known, number: usize) -> Option<u8> {
        let mut all = arrival.all();
        for &t in known.entries[number].formula.parts() {
            match self.part_of(arrival, t) {
                Part::Always(true) => {}
                Part::Always(false) => {
                    known.weak[number].push(t);
                    return None;
                }
                Part::Sometimes { holds, .. } => all &= holds,
            }
        }
        Some(all)
    }

    fn part_of(&mut self, arrival: &mut Arrival, t: Term) -> Part {
        let known = arrival.scratch.parts.get(t);
        if let Some(part @ Part::Always(_)) = known {
            return part;
        }
        if let Some(part @ Part::Sometimes { of, .. }) = known
            && of == arrival.samples
        {
            return part;
        }
        let part = self.weigh(arrival, t, known);
        arrival.scratch.parts.set(t, part);
        arrival.weighed += 1;
        part
    }

    fn weigh(&mut self, arrival: &mut Arrival, t: Term, known: Option<Part>) -> Part {
        let (mut holds, first, there) = match known {
            Some(Part::Sometimes { holds, of, there }) => (holds, of, there),
            _ => match self.on_every_input(arrival, t) {
                Some(part) => return part,
                None => (0, 0, There::NotAsked),
            },
        };
        for n in first..arrival.samples {
            let held = loop {
                let Scratch { values, first, others, .. } = &mut *arrival.scratch;
                let held = match n.checked_sub(1) {
                    None => first.holds(&self.exec.terms, values, t),
                    Some(n) => others[usize::from(n)].holds(&self.exec.terms, values, t),
                };
                match held {
                    Ok(held) => break held,
                    Err(s) => self.ask(arrival, s),
                }
            };
            match held {
                Some(held) => holds |= u8::from(held) << n,
                None => return Part::Always(false),
            }
        }
        Part::Sometimes { holds, of: arrival.samples, there }
    }

    /// None: it depends on the input.
    fn on_every_input(&mut self, arrival: &mut Arrival, t: Term) -> Option<Part> {
        loop {
            let Scratch { values, constant, .. } = &mut *arrival.scratch;
            match constant.holds_if_known(&self.exec.terms, t, &Constants(values)) {
                Ok(holds) => return Some(Part::Always(holds)),
                Err(s) => match values.get(s) {
                    None => self.ask(arrival, s),
                    Some(Value::Nothing) => return Some(Part::Always(false)),
                    Some(_) => return None,
                },
            }
        }
    }

    /// Does a part hold on every input? If that is not known: what would have to be proved. An error without a term: it holds on none.
    fn there(&mut self, arrival: &mut Arrival, t: Term) -> Result<(), Option<Term>> {
        let (holds, of) = match self.part_of(arrival, t) {
            Part::Always(true) => return Ok(()),
            Part::Always(false) => return Err(None),
            Part::Sometimes { there: There::Open(t) | There::Fails(t), .. } => return Err(Some(t)),
            Part::Sometimes { there: There::NotAsked, holds, of } => (holds, of),
        };
        let part = match self.spelled(arrival, t) {
            None => Part::Always(false),
            Some(there) => match self.known_there(arrival, there) {
                Ok(always) => Part::Always(always),
                Err(there) => Part::Sometimes { holds, of, there },
            },
        };
        arrival.scratch.parts.set(t, part);
        match part {
            Part::Always(true) => Ok(()),
            Part::Sometimes { there: There::Open(t) | There::Fails(t), .. } => Err(Some(t)),
            _ => Err(None),
        }
    }

    fn known_there(&mut self, arrival: &mut Arrival, there: Term) -> Result<bool, There> {
        let terms = &mut self.exec.terms;
        if let Some(known) = terms.as_u64(there) {
            return Ok(known == 1);
        }
        if let Some(known) = arrival.state.path.known(terms, there) {
            return Ok(known);
        }
        match arrival.implies(terms, there) {
            Some(Ok(())) => return Ok(true),
            Some(Err(example)) => {
                arrival.sample(example);
                return Err(There::Fails(there));
            }
            None => {}
        }
        let Arrival { order, state, scratch, .. } = arrival;
        let order = order.get_or_insert_with(|| Order::of(terms, state.path.constraints()));
        match order.implies(terms, &state.path, there, &mut scratch.example) {
            Ok(()) => Ok(true),
            Err(Some(example)) => {
                arrival.sample(example);
                Err(There::Fails(there))
            }
            Err(None) => Err(There::Open(there)),
        }
    }

    /// A part of a formula with what the state has at its places. None if it has nothing at one of them.
    fn spelled(&mut self, arrival: &mut Arrival, t: Term) -> Option<Term> {
        arrival.spelled += 1;
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
        let value = match (terms.as_u64(there), terms.as_bits(there)) {
            (Some(value), _) => Value::Always(value),
            (None, Some(bits)) => {
                scratch.values.wide.insert(s, bits);
                Value::AlwaysWide
            }
            (None, None) => Value::Varies(there),
        };
        scratch.values.set(s, value);
    }
}
