//! From a formula behind a stretch of a run to the formula before it: weakest preconditions, by taking the stretch again
//! with names in place of values ([`rethread_engine::Traced`]).

use super::effort::{self, Effort};
use super::formula::{Formula, Sizes};
use super::table::{PointId, Table};
use crate::mutants::{Mutant, mutant};
use rethread_engine::{Condition, Executor, State, Traced, Until};
use rethread_expr::{Assignment, Bits, Evaluator, Substitution, Symbol, Term};
use rethread_solver::Model;
use rustc_hash::FxHashMap;

/// Ways from one point by one choice that are remembered.
const MAX_WAYS: usize = 8;
/// Beginnings of ways that are remembered; then all are forgotten.
const MAX_KNOWN: usize = 20_000;
/// Parts of formulas, and formulas, of which a way remembers what they are before it; then all are forgotten.
const MAX_PARTS: usize = 1 << 14;
const MAX_FORMULAS: usize = 1 << 12;

/// A stretch of a run between two points.
pub struct Stretch {
    pub start: State,
    /// Where it starts, and which choice was made there.
    pub from: PointId,
    pub choice: u64,
    /// Instructions taken and trouble met before it.
    pub instructions: u64,
    pub trouble: u64,
}

/// A stretch that came to its end.
pub struct Went {
    pub stretch: Stretch,
    pub until: Until,
    pub end: State,
    /// Where it ended; None if the run was over.
    pub to: Option<PointId>,
    pub over: bool,
    /// Nothing was found, hit or left open on the way.
    pub clean: bool,
}

struct Way {
    traced: Traced,
    to: Option<PointId>,
    before: FxHashMap<Symbol, Option<Term>>,
    /// Formulas share most of their parts.
    parts: FxHashMap<Term, Option<Term>>,
    formulas: FxHashMap<Formula, Option<Formula>>,
}

/// Room that is used again and again.
#[derive(Default)]
pub struct Room {
    pub sizes: Sizes,
    /// What parts of one formula are before one stretch.
    pub back: Substitution,
}

#[derive(Default)]
pub struct Ways {
    known: FxHashMap<(PointId, u64), Vec<Way>>,
    pub retraced: u64,
    pub lost: u64,
    evaluator: Evaluator,
    pub room: Room,
}

/// Values of facts in a state, and of inputs in a model.
struct There<'a> {
    facts: FxHashMap<Symbol, Bits>,
    model: &'a Model,
}

impl Assignment for There<'_> {
    fn value(&self, symbol: Symbol) -> Option<Bits> {
        self.facts.get(&symbol).cloned().or_else(|| self.model.value(symbol))
    }

    fn element(&self, symbol: Symbol, index: u64) -> Option<u64> {
        Some(self.model.element(symbol, index).unwrap_or(0))
    }
}

impl Way {
    /// Is this what the stretch did? `evaluator` knows what was evaluated there before.
    fn fits(
        &self,
        exec: &mut Executor,
        start: &mut State,
        there: &mut There,
        evaluator: &mut Evaluator,
    ) -> bool {
        self.traced.conditions.iter().all(|c| {
            loop {
                let s = match evaluator.holds_if_known(&exec.terms, c.term(), there) {
                    Ok(holds) => return holds,
                    Err(s) => s,
                };
                let value = match exec.facts.get(s) {
                    Some(fact) => exec.value_of(start, fact),
                    // An input that nothing depends on so far.
                    None => Some(exec.terms.symbol_term(s)),
                };
                let Some(value) = value else { return false };
                there.facts.insert(s, exec.terms.eval(value, there.model));
            }
        })
    }

    fn before(
        &mut self,
        exec: &mut Executor,
        formula: &Formula,
        max: usize,
        room: &mut Room,
        effort: &mut Effort,
    ) -> Option<Formula> {
        if let Some(done) = self.formulas.get(formula) {
            return done.clone();
        }
        if self.parts.len() >= MAX_PARTS || self.formulas.len() >= MAX_FORMULAS {
            self.before.clear();
            self.parts.clear();
            self.formulas.clear();
        }
        let known = self.parts.len();
        let result = self.compute(exec, formula, max, room, effort);
        let (new, all) = ((self.parts.len() - known) as u64, formula.parts().len() as u64);
        effort.spend(effort::SUBSTITUTE * (1 + new) + effort::PART * all);
        self.formulas.insert(formula.clone(), result.clone());
        result
    }

    fn compute(
        &mut self,
        exec: &mut Executor,
        formula: &Formula,
        max: usize,
        room: &mut Room,
        effort: &mut Effort,
    ) -> Option<Formula> {
        room.back.clear();
        let mut parts = Vec::with_capacity(formula.parts().len());
        for &t in formula.parts() {
            let part = match self.parts.get(&t) {
                Some(part) => *part,
                None => {
                    let part = self.part(exec, t, &mut room.back);
                    self.parts.insert(t, part);
                    part
                }
            };
            parts.push(part?);
        }
        let mut out = Formula::all(&exec.terms, parts)?;
        let mut all = Vec::new();
        for c in self.traced.conditions.iter().rev() {
            match *c {
                Condition::Holds(_) if mutant(Mutant::NoBranches) => {}
                Condition::Lives(_) if mutant(Mutant::NoObjects) => {}
                Condition::Fixed(_) if mutant(Mutant::NoAddresses) => {}
                Condition::Holds(t) | Condition::Fixed(t) | Condition::Lives(t) => all.push(t),
                Condition::Assumed(t) => {
                    let not = exec.terms.not(t);
                    let rest = out.and(&Formula::all(&exec.terms, all.drain(..))?).term(&mut exec.terms);
                    let either = exec.terms.or(not, rest);
                    out = Formula::all(&exec.terms, [either])?;
                }
            }
        }
        out = out.and(&Formula::all(&exec.terms, all)?);
        room.sizes.fits(&exec.terms, &out, max, effort).then_some(out)
    }
}

impl Way {
    /// What a part of a formula is before the stretch.
    fn part(&mut self, exec: &mut Executor, t: Term, back: &mut Substitution) -> Option<Term> {
        loop {
            let s = match exec.terms.substitute_all(t, back) {
                Ok(before) => return Some(before),
                Err(s) => s,
            };
            let symbol = exec.terms.symbol_term(s);
            let before = match (exec.facts.get(s), self.before.get(&s)) {
                (None, _) => Some(symbol),
                (_, Some(b)) => *b,
                (Some(fact), None) => {
                    let b = self.traced.before(exec, fact, symbol);
                    self.before.insert(s, b);
                    b
                }
            };
            back.set(&exec.terms, symbol, before?);
        }
    }
}

impl Ways {
    /// What has to hold before the stretch for the formula to hold behind it. None: nothing is known to be enough.
    pub fn before(
        &mut self,
        exec: &mut Executor,
        table: &Table,
        went: &mut Went,
        formula: &Formula,
        effort: &mut Effort,
    ) -> Option<Formula> {
        let from = went.stretch.from;
        if mutant(Mutant::Unfinished) {
            went.clean = true;
        }
        if !went.clean || !went.end.path.has_model() || (went.to.is_none() && !went.over) {
            return None;
        }
        let model = went.end.path.model().clone();
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        let list = self.known.entry((from, went.stretch.choice)).or_default();
        let start = &mut went.stretch.start;
        let mut there = There { facts: FxHashMap::default(), model: &model };
        self.evaluator.reset();
        let found = list.iter().position(|w| {
            effort.spend(effort::PART * w.traced.conditions.len() as u64);
            w.to == went.to && w.fits(exec, start, &mut there, &mut self.evaluator)
        });
        let i = match found {
            Some(i) => i,
            None => {
                self.retraced += 1;
                let traced = exec.retrace(start, &model, &went.end, went.until);
                let steps = exec.retraced_steps();
                effort.spend(effort::RETRACE + effort::STEP * steps);
                let arrived = |t: &Traced| match went.to {
                    None => true,
                    Some(to) => exec.point(t.after()).and_then(|w| table.known(&w)) == Some(to),
                };
                let Some(traced) = traced.filter(arrived) else {
                    self.lost += 1;
                    return mutant(Mutant::Unfinished).then(Formula::always);
                };
                if list.len() >= MAX_WAYS {
                    list.remove(0);
                }
                list.push(Way {
                    traced,
                    to: went.to,
                    before: FxHashMap::default(),
                    parts: FxHashMap::default(),
                    formulas: FxHashMap::default(),
                });
                list.len() - 1
            }
        };
        list[i].before(exec, formula, table.limits.size, &mut self.room, effort)
    }
}
