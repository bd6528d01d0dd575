//! A part of a formula that grew large says less: about states that agree with the one it was found out at wherever that state has a
//! number.
//!
//! A place that is a number there becomes that number, and that it is becomes a demand of its own. What is left of the part is folded: mostly
//! little. The formula holds for fewer states, but it is taken back and weighed at a fraction of the cost.
//!
//! Guarantee: what is returned implies the formula. A truth value that is false there is false in it, with no demand: truth values
//! stand in formulas where their being false never makes a formula true ([`Executor::value_of`]).

use super::effort::{self, Effort};
use super::formula::Formula;
use crate::mutants::{Mutant, mutant};
use rethread_engine::{Executor, Fact, State};
use rethread_expr::{Node, Substitution, Term};

/// The formula with its parts of that many terms made special. None: it is false in the state.
pub fn of(
    exec: &mut Executor,
    formula: Formula,
    state: &State,
    large: u16,
    room: &mut Substitution,
    effort: &mut Effort,
) -> Option<Formula> {
    if formula.parts().iter().all(|&t| exec.terms.size(t) < large) {
        return Some(formula);
    }
    room.clear();
    let mut state = state.clone();
    let mut parts = Vec::new();
    for &t in formula.parts() {
        if exec.terms.size(t) < large {
            parts.push(t);
            continue;
        }
        effort.spend(effort::SUBSTITUTE);
        let folded = loop {
            let s = match exec.terms.substitute_all(t, room) {
                Ok(folded) => break folded,
                Err(s) => s,
            };
            let symbol = exec.terms.symbol_term(s);
            let there = exec.facts.get(s).and_then(|fact| Some((fact, exec.value_of(&mut state, fact)?)));
            let there = there.filter(|&(_, value)| exec.terms.is_const(value));
            if let Some((fact, value)) = there
                && (matches!(fact, Fact::Data { .. }) || exec.terms.is_true(value))
                && !mutant(Mutant::UnsaidNumbers)
            {
                parts.push(exec.terms.eq(symbol, value));
            }
            room.set(&exec.terms, symbol, there.map_or(symbol, |(_, value)| value));
        };
        conjuncts(exec, folded, &mut parts);
    }
    Formula::all(&exec.terms, parts)
}

/// What a conjunction demands, one by one.
fn conjuncts(exec: &Executor, t: Term, parts: &mut Vec<Term>) {
    let mut open = vec![t];
    while let Some(t) = open.pop() {
        match *exec.terms.node(t) {
            Node::And(a, b) => open.extend([a, b]),
            _ => parts.push(t),
        }
    }
}
