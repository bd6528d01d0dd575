//! What decides a set of constraints when nothing cheaper did.
//!
//! Guarantee: `Sat` and `Unsat` are only said when they are so; a limit, a missing feature or an
//! error of the library is `Unknown` with a reason. Models are evaluated by the chain before
//! anybody relies on them.

pub mod bitblast;
pub mod z3;

use crate::model::PartialModel;
use rethread_expr::{Node, Symbol, Term, Terms};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// Per query. `None` is no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    /// Bytes.
    pub memory: Option<u64>,
}

/// Why a back end did not decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// This back end cannot express the query; another one may.
    Unsupported(String),
    Time,
    Memory,
    Other(String),
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Unsupported(what) => write!(f, "not supported: {what}"),
            Reason::Time => f.write_str("time limit"),
            Reason::Memory => f.write_str("memory limit"),
            Reason::Other(what) => f.write_str(what),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackendAnswer {
    /// Values for all symbols in the constraints.
    Sat(PartialModel),
    /// With constraints that suffice, if the back end knows fewer than all.
    Unsat(Option<Vec<Term>>),
    Unknown(Reason),
}

/// One way to decide constraints. A back end may keep what it learnt between queries, so it is
/// used with one pool only.
pub trait Backend: Send {
    fn name(&self) -> &'static str;

    /// Is the conjunction of `constraints` (terms of width 1) satisfiable?
    fn check(&mut self, terms: &mut Terms, constraints: &[Term], limits: &Limits) -> BackendAnswer;
}

/// The symbols of all constraints, sorted.
pub(crate) fn symbols_of(terms: &mut Terms, constraints: &[Term]) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    for constraint in constraints {
        symbols.extend_from_slice(&terms.support(*constraint));
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

/// The index terms of all reads below the constraints.
pub(crate) fn select_indices(terms: &Terms, constraints: &[Term]) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut todo = constraints.to_vec();
    let mut indices = Vec::new();
    while let Some(term) = todo.pop() {
        if !seen.insert(term) || !terms.flags(term).has_array {
            continue;
        }
        let node = terms.node(term);
        if let Node::Select(_, index) = node {
            indices.push(*index);
        }
        node.for_each_operand(|operand| todo.push(operand));
    }
    indices.sort_unstable();
    indices.dedup();
    indices
}
