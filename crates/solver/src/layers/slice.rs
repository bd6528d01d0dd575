//! Cuts a query down to the constraints that share symbols with it.
//!
//! Guarantee: the path and the query are satisfiable together if and only if the slice and the
//! query are, given that the path alone is; a model of the slice completed with the path's model is
//! a model of both. A path that lost its model is not cut.

use crate::model::{Model, PartialModel, Value};
use crate::path::{Path, Slice, mix};
use rethread_expr::{Bits, Sort, Symbol, Term, Terms};
use std::sync::Arc;

/// A query: a slice of a path and one more condition.
pub(crate) struct Query {
    pub constraints: Arc<[Term]>,
    pub cond: Term,
    /// Of the constraints only, sorted.
    symbols: Arc<[Symbol]>,
    /// Of the constraints and the condition as one set.
    pub fingerprint: u64,
}

impl Query {
    pub fn new(terms: &mut Terms, path: &Path, cond: Term, slicing: bool) -> Query {
        let support = terms.support(cond);
        let Slice { constraints, symbols, fingerprint } = path.slice(&support, slicing);
        Query { constraints, cond, symbols, fingerprint: fingerprint.wrapping_add(mix(cond)) }
    }

    /// All terms, the condition first: it is the one most likely to fail.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        std::iter::once(self.cond).chain(self.constraints.iter().rev().copied())
    }

    /// All terms, sorted and without repetition.
    pub fn sorted(&self) -> Vec<Term> {
        let mut all = self.constraints.to_vec();
        if let Err(at) = all.binary_search(&self.cond) {
            all.insert(at, self.cond);
        }
        all
    }

    /// Is `set`, sorted, the set of this query's terms? Nothing is allocated.
    pub fn is_set(&self, set: &[Term]) -> bool {
        let at = self.constraints.partition_point(|term| *term < self.cond);
        set.len() == self.constraints.len() + 1
            && set[..at] == self.constraints[..at]
            && set[at] == self.cond
            && set[at + 1..] == self.constraints[at..]
    }

    pub fn contains(&self, term: Term) -> bool {
        term == self.cond || self.constraints.binary_search(&term).is_ok()
    }

    /// The symbol, if there is just one.
    pub fn only_symbol(&self, terms: &mut Terms) -> Option<Symbol> {
        match (&self.symbols[..], &terms.support(self.cond)[..]) {
            ([], [one]) => Some(*one),
            ([one], [other]) if one == other => Some(*one),
            _ => None,
        }
    }

    /// All symbols, sorted.
    pub fn symbols(&self, terms: &mut Terms) -> Vec<Symbol> {
        let mut all = self.symbols.to_vec();
        all.extend_from_slice(&terms.support(self.cond));
        all.sort_unstable();
        all.dedup();
        all
    }

    /// `part` cut to this query's symbols and completed from `base`, so that it says the same on top
    /// of any other model.
    pub fn complete(&self, terms: &mut Terms, base: &Model, part: &[(Symbol, Value)]) -> PartialModel {
        let symbols = self.symbols(terms);
        let value = |symbol: &Symbol| match part.binary_search_by_key(symbol, |entry| entry.0) {
            Ok(at) => part[at].1.clone(),
            Err(_) => match base.get(*symbol) {
                Some(value) => value.clone(),
                None => zero(terms, *symbol),
            },
        };
        symbols.iter().map(|symbol| (*symbol, value(symbol))).collect()
    }
}

fn zero(terms: &Terms, symbol: Symbol) -> Value {
    match terms.symbol_info(symbol).sort {
        Sort::Bv(width) => Value::from_bits(Bits::zero(width)),
        Sort::Array { .. } => Value::Array(Arc::default()),
    }
}
