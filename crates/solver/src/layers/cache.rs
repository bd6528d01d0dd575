//! Answers of earlier queries.
//!
//! Source: KLEE's counterexample cache (Cadar, Dunbar, Engler, OSDI 2008, section 3.3). Three
//! parts: the exact set of terms; unsatisfiable cores (a query that contains one is unsatisfiable);
//! recent models (a query that one of them satisfies is satisfiable). Where KLEE searches a trie of
//! sets, we use that the path alone is satisfiable: a core of path and condition must contain the
//! condition, so only the cores of that one term are compared.
//!
//! Guarantee: sets are compared term by term, never by hash alone, and a reused model is evaluated
//! on the whole query. Unknown is never stored. Cost: bounded in size: the exact cache keeps two
//! generations, the others a fixed number per term or symbol.

use super::slice::Query;
use crate::model::PartialModel;
use rethread_expr::{Symbol, Term};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) enum Cached {
    Sat(PartialModel),
    Unsat,
}

struct Entry {
    set: Box<[Term]>,
    answer: Cached,
}

/// How many terms in sets one generation may hold: about 64 MiB with the models.
const GENERATION: usize = 1 << 21;
const CORES_PER_TERM: usize = 32;
const CORES: usize = 1 << 16;
const MODELS_PER_SYMBOL: usize = 8;
const SYMBOLS: usize = 1 << 16;

#[derive(Default)]
pub(crate) struct ExactCache {
    young: FxHashMap<u64, Vec<Entry>>,
    old: FxHashMap<u64, Vec<Entry>>,
    size: usize,
}

impl ExactCache {
    pub fn get(&mut self, query: &Query) -> Option<Cached> {
        if let Some(answer) = find(&self.young, query) {
            return Some(answer);
        }
        let answer = find(&self.old, query)?;
        self.insert(query, answer.clone());
        Some(answer)
    }

    pub fn insert(&mut self, query: &Query, answer: Cached) {
        if self.size > GENERATION {
            self.old = std::mem::take(&mut self.young);
            self.size = 0;
        }
        let set: Box<[Term]> = query.sorted().into();
        // The map's own share and the model count as well.
        self.size += set.len() + 16;
        let entry = Entry { set, answer };
        self.young.entry(query.fingerprint).or_default().push(entry);
    }
}

fn find(map: &FxHashMap<u64, Vec<Entry>>, query: &Query) -> Option<Cached> {
    let entries = map.get(&query.fingerprint)?;
    let entry = entries.iter().find(|entry| query.is_set(&entry.set))?;
    Some(entry.answer.clone())
}

/// Unsatisfiable sets by each of their terms.
#[derive(Default)]
pub(crate) struct CoreCache {
    by_term: FxHashMap<Term, VecDeque<Arc<[Term]>>>,
    count: usize,
}

impl CoreCache {
    pub fn is_unsat(&self, query: &Query) -> bool {
        self.by_term
            .get(&query.cond)
            .is_some_and(|cores| cores.iter().any(|core| core.iter().all(|term| query.contains(*term))))
    }

    pub fn insert(&mut self, core: &[Term]) {
        if self.count >= CORES {
            self.by_term.clear();
            self.count = 0;
        }
        self.count += core.len();
        let shared: Arc<[Term]> = core.into();
        for term in core {
            let cores = self.by_term.entry(*term).or_default();
            if cores.len() == CORES_PER_TERM {
                cores.pop_front();
            }
            cores.push_back(shared.clone());
        }
    }
}

/// The latest models by the first symbol of the condition they were found for.
#[derive(Default)]
pub(crate) struct ModelCache {
    by_symbol: FxHashMap<Symbol, VecDeque<PartialModel>>,
}

impl ModelCache {
    /// Newest first.
    pub fn candidates(&self, symbol: Symbol) -> impl Iterator<Item = &PartialModel> {
        self.by_symbol.get(&symbol).into_iter().flatten().rev()
    }

    pub fn insert(&mut self, symbol: Symbol, model: PartialModel) {
        if self.by_symbol.len() >= SYMBOLS {
            self.by_symbol.clear();
        }
        let models = self.by_symbol.entry(symbol).or_default();
        if models.len() == MODELS_PER_SYMBOL {
            models.pop_front();
        }
        models.push_back(model);
    }
}
