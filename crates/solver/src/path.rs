//! The path condition of one state.
//!
//! Source: KLEE's independent-constraint slicing (Cadar, Dunbar, Engler, OSDI 2008, section 3.3),
//! kept up to date instead of recomputed per query.
//!
//! Guarantee: constraints that share a symbol, directly or through others, are in one group, and
//! groups share none; so each group can be solved alone. The bounds and fixed symbols are
//! consequences of the constraints. The model satisfies all constraints while
//! [`Path::has_model`] says so.
//!
//! Cost: cloning is O(1). Adding a constraint copies its group's list of ids (a few bytes each)
//! and O(log n) tree nodes; a merge of groups renames the symbols of the smaller ones.

use crate::model::Model;
use imbl::{OrdMap, Vector};
use rethread_expr::{Bits, Node, Symbol, Term, Terms};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Constraints that hang together, sorted.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Group {
    pub constraints: Arc<[Term]>,
    pub symbols: Arc<[Symbol]>,
    /// Sum of the mixed ids: independent of order, so it can be updated in place.
    pub fingerprint: u64,
}

/// The part of a path that a query depends on.
pub(crate) struct Slice {
    pub constraints: Arc<[Term]>,
    pub symbols: Arc<[Symbol]>,
    pub fingerprint: u64,
}

/// See the module's documentation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Path {
    constraints: Vector<Term>,
    truth: OrdMap<Term, bool>,
    group_of: OrdMap<Symbol, u32>,
    groups: OrdMap<u32, Arc<Group>>,
    next_group: u32,
    bounds: OrdMap<Term, (u64, u64)>,
    fixed: OrdMap<Symbol, Term>,
    model: Model,
    has_model: bool,
    contradiction: bool,
}

impl Default for Path {
    fn default() -> Self {
        Path {
            constraints: Vector::new(),
            truth: OrdMap::new(),
            group_of: OrdMap::new(),
            groups: OrdMap::new(),
            next_group: 0,
            bounds: OrdMap::new(),
            fixed: OrdMap::new(),
            model: Model::new(),
            has_model: true,
            contradiction: false,
        }
    }
}

/// A bijective mixer (the finaliser of splitmix64), so that sums of ids spread.
pub(crate) fn mix(term: Term) -> u64 {
    let mut z = (term.index() as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Path {
    pub fn new() -> Self {
        Self::default()
    }

    /// In the order they were added, conjunctions split.
    pub fn constraints(&self) -> impl Iterator<Item = Term> + '_ {
        self.constraints.iter().copied()
    }

    pub fn len(&self) -> usize {
        self.constraints.len()
    }

    pub fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// The truth value of `term` if it or its negation was added.
    pub fn known(&self, terms: &Terms, term: Term) -> Option<bool> {
        if let Some(value) = self.truth.get(&term) {
            return Some(*value);
        }
        match terms.node(term) {
            Node::Not(inner) => self.truth.get(inner).map(|value| !value),
            _ => None,
        }
    }

    pub fn contains(&self, term: Term) -> bool {
        self.truth.get(&term) == Some(&true)
    }

    /// A model of all constraints if [`Path::has_model`], else an arbitrary assignment.
    pub fn model(&self) -> &Model {
        &self.model
    }

    pub fn has_model(&self) -> bool {
        self.has_model
    }

    /// `false` was added: there is no state here.
    pub fn is_contradictory(&self) -> bool {
        self.contradiction
    }

    /// The constant a symbol was asserted to be equal to.
    pub fn fixed(&self, symbol: Symbol) -> Option<Term> {
        self.fixed.get(&symbol).copied()
    }

    /// Unsigned bounds asserted on a term of at most 64 bits by comparisons with constants.
    pub fn bounds(&self, terms: &Terms, term: Term) -> (u64, u64) {
        let (low, high) = terms.range(term);
        match self.bounds.get(&term) {
            Some((asserted_low, asserted_high)) => (low.max(*asserted_low), high.min(*asserted_high)),
            None => (low, high),
        }
    }

    pub fn set_model(&mut self, model: Model) {
        self.model = model;
        self.has_model = true;
    }

    pub(crate) fn lose_model(&mut self) {
        self.has_model = false;
    }

    /// Adds a constraint. The caller answers for the model: see [`crate::Solver::assume`].
    pub fn add(&mut self, terms: &mut Terms, constraint: Term) {
        let mut todo = vec![constraint];
        while let Some(term) = todo.pop() {
            if terms.is_true(term) || self.contains(term) {
                continue;
            }
            if terms.is_false(term) {
                self.contradiction = true;
                continue;
            }
            match *terms.node(term) {
                Node::And(a, b) => todo.extend([b, a]),
                Node::Not(inner) => match *terms.node(inner) {
                    Node::Or(a, b) => {
                        let (a, b) = (terms.not(a), terms.not(b));
                        todo.extend([b, a]);
                    }
                    _ => self.add_one(terms, term),
                },
                _ => self.add_one(terms, term),
            }
        }
    }

    fn add_one(&mut self, terms: &mut Terms, term: Term) {
        let negation = terms.not(term);
        self.constraints.push_back(term);
        self.truth.insert(term, true);
        self.truth.insert(negation, false);
        self.note_bound(terms, term);
        let support = terms.support(term);
        self.join(term, &support);
    }

    /// Puts the constraint into the group of its symbols, merging the groups it connects.
    fn join(&mut self, term: Term, support: &[Symbol]) {
        let ids = self.group_ids(support);
        let target = match ids.iter().max_by_key(|id| self.groups[*id].symbols.len()) {
            Some(id) => *id,
            None => {
                self.next_group += 1;
                self.next_group
            }
        };
        let mut constraints = vec![term];
        let mut symbols = support.to_vec();
        let mut fingerprint = mix(term);
        for id in &ids {
            let group = &self.groups[id];
            constraints.extend_from_slice(&group.constraints);
            fingerprint = fingerprint.wrapping_add(group.fingerprint);
            symbols.extend_from_slice(&group.symbols);
        }
        constraints.sort_unstable();
        symbols.sort_unstable();
        symbols.dedup();
        let unchanged = self
            .groups
            .get(&target)
            .filter(|group| group.symbols.len() == symbols.len())
            .map(|group| group.symbols.clone());
        let symbols: Arc<[Symbol]> = match unchanged {
            Some(same) => same,
            None => {
                for symbol in &symbols {
                    if self.group_of.get(symbol) != Some(&target) {
                        self.group_of.insert(*symbol, target);
                    }
                }
                symbols.into()
            }
        };
        for id in ids.iter().filter(|id| **id != target) {
            self.groups.remove(id);
        }
        let group = Group { constraints: constraints.into(), symbols, fingerprint };
        self.groups.insert(target, Arc::new(group));
    }

    fn group_ids(&self, support: &[Symbol]) -> Vec<u32> {
        let mut ids: Vec<u32> = Vec::new();
        for symbol in support {
            if let Some(id) = self.group_of.get(symbol)
                && !ids.contains(id)
            {
                ids.push(*id);
            }
        }
        ids
    }

    /// The groups that share symbols with `support`; everything if there is no model to complete
    /// the rest with.
    pub(crate) fn slice(&self, support: &[Symbol], slicing: bool) -> Slice {
        let ids = if self.has_model && slicing {
            self.group_ids(support)
        } else {
            self.groups.keys().copied().collect()
        };
        if let [id] = ids[..] {
            let group = &self.groups[&id];
            return Slice {
                constraints: group.constraints.clone(),
                symbols: group.symbols.clone(),
                fingerprint: group.fingerprint,
            };
        }
        let groups = ids.iter().map(|id| &self.groups[id]);
        let mut constraints = Vec::new();
        let mut symbols = Vec::new();
        let mut fingerprint = 0u64;
        for group in groups {
            constraints.extend_from_slice(&group.constraints);
            symbols.extend_from_slice(&group.symbols);
            fingerprint = fingerprint.wrapping_add(group.fingerprint);
        }
        constraints.sort_unstable();
        symbols.sort_unstable();
        Slice { constraints: constraints.into(), symbols: symbols.into(), fingerprint }
    }

    /// Remembers what a comparison with a constant says about the other side.
    fn note_bound(&mut self, terms: &Terms, term: Term) {
        let (positive, atom) = match *terms.node(term) {
            Node::Not(inner) => (false, inner),
            _ => (true, term),
        };
        let (subject, low, high) = match (positive, terms.node(atom)) {
            (true, &Node::Eq(a, b)) => {
                let (subject, value) = if terms.is_const(b) { (a, b) } else { (b, a) };
                if terms.is_const(value)
                    && let Some(symbol) = terms.symbol_of(subject)
                {
                    self.fixed.insert(symbol, value);
                }
                match terms.as_u64(value) {
                    Some(value) => (subject, value, value),
                    None => return,
                }
            }
            (false, &Node::Eq(a, b)) => match (terms.as_u64(a), terms.as_u64(b)) {
                // Only an end of the interval can be cut off.
                (None, Some(value)) => self.without(terms, a, value),
                (Some(value), None) => self.without(terms, b, value),
                _ => return,
            },
            (positive, &Node::Ult(a, b)) => match (terms.as_u64(a), terms.as_u64(b), positive) {
                (None, Some(bound), true) => (a, 0, bound.saturating_sub(1)),
                (None, Some(bound), false) => (a, bound, u64::MAX),
                (Some(bound), None, true) => (b, bound.saturating_add(1), u64::MAX),
                (Some(bound), None, false) => (b, 0, bound),
                _ => return,
            },
            (positive, &Node::Ule(a, b)) => match (terms.as_u64(a), terms.as_u64(b), positive) {
                (None, Some(bound), true) => (a, 0, bound),
                (None, Some(bound), false) => (a, bound.saturating_add(1), u64::MAX),
                (Some(bound), None, true) => (b, bound, u64::MAX),
                (Some(bound), None, false) => (b, 0, bound.saturating_sub(1)),
                _ => return,
            },
            _ => return,
        };
        if terms.width(subject) > 64 {
            return;
        }
        let (old_low, old_high) = self.bounds(terms, subject);
        let next = (old_low.max(low), old_high.min(high));
        // A contradiction is for the solver to find; an empty interval must not be asked.
        if next.0 <= next.1 && next != terms.range(subject) {
            self.bounds.insert(subject, next);
        }
    }

    fn without(&self, terms: &Terms, subject: Term, value: u64) -> (Term, u64, u64) {
        let (low, high) =
            if terms.width(subject) <= 64 { self.bounds(terms, subject) } else { (0, u64::MAX) };
        match (value == low, value == high) {
            (true, false) => (subject, low + 1, high),
            (false, true) => (subject, low, high - 1),
            _ => (subject, low, high),
        }
    }

    /// The values of `support` if all of them are fixed: then there is one value for any term
    /// over them, and the model has it.
    pub(crate) fn all_fixed(&self, support: &[Symbol]) -> bool {
        !self.fixed.is_empty() && support.iter().all(|symbol| self.fixed.contains_key(symbol))
    }

    /// The value of a fixed symbol.
    pub fn fixed_bits(&self, terms: &Terms, symbol: Symbol) -> Option<Bits> {
        self.fixed.get(&symbol).and_then(|term| terms.as_bits(*term))
    }
}
