//! Sets of values for symbols of at most eight bits: bytes of strings and files, flags.
//!
//! Source: the value sets of finite-domain constraint solving (Mackworth, 1977: node consistency). A
//! constraint on one byte alone is tried on all 256 values once; from then on it is a set of 256 bits, and
//! a query on that byte alone is an intersection. Guarantee: exact. Cost: a constraint's set takes some
//! ten microseconds the first time; a query then one lookup for each of its constraints.

use super::slice::Query;
use rethread_expr::{Assignment, Bits, Evaluator, Node, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// A bit for each value.
pub(crate) type Set = [u64; 4];

/// Larger terms are not tried out: a back end is quicker.
const NODES: usize = 64;
/// Sets that are remembered.
const SETS: usize = 1 << 18;

#[derive(Default)]
pub(crate) struct Domains {
    sets: FxHashMap<Term, Option<Set>>,
}

struct One {
    symbol: Symbol,
    width: u32,
    value: u64,
}

impl Assignment for One {
    fn value(&self, symbol: Symbol) -> Option<Bits> {
        (symbol == self.symbol).then(|| Bits::new(self.width, self.value))
    }

    fn value_u64(&self, symbol: Symbol) -> Option<u64> {
        (symbol == self.symbol).then_some(self.value)
    }
}

/// The width of a symbol that this layer knows about.
pub(crate) fn width(terms: &Terms, symbol: Symbol) -> Option<u32> {
    match terms.symbol_info(symbol).sort {
        Sort::Bv(width) if width <= 8 => Some(width),
        _ => None,
    }
}

impl Domains {
    /// If the query is about one symbol only: one of its possible values, or that there is none.
    pub fn answer(
        &mut self,
        evaluator: &mut Evaluator,
        terms: &mut Terms,
        query: &Query,
    ) -> Option<Option<(Symbol, u32, u64)>> {
        let symbol = query.only_symbol(terms)?;
        let width = width(terms, symbol)?;
        let constraints = query.terms();
        let set = self.intersection(evaluator, terms, symbol, width, constraints)?;
        Some(least(&set).map(|value| (symbol, width, value)))
    }

    /// The values of the symbol that satisfy all of the constraints, which are about it alone.
    pub fn intersection(
        &mut self,
        evaluator: &mut Evaluator,
        terms: &Terms,
        symbol: Symbol,
        width: u32,
        constraints: impl Iterator<Item = Term>,
    ) -> Option<Set> {
        let mut all = [u64::MAX; 4];
        for constraint in constraints {
            let set = self.of(evaluator, terms, symbol, width, constraint)?;
            all.iter_mut().zip(set).for_each(|(word, other)| *word &= other);
        }
        Some(all)
    }

    fn of(
        &mut self,
        evaluator: &mut Evaluator,
        terms: &Terms,
        symbol: Symbol,
        width: u32,
        term: Term,
    ) -> Option<Set> {
        if let Some(set) = self.sets.get(&term) {
            return *set;
        }
        if self.sets.len() >= SETS {
            self.sets.clear();
        }
        let set = is_small(terms, term).then(|| {
            let mut set = [0; 4];
            for value in 0..1u64 << width {
                evaluator.reset();
                if evaluator.holds(terms, term, &One { symbol, width, value }) {
                    set[(value / 64) as usize] |= 1 << (value % 64);
                }
            }
            set
        });
        self.sets.insert(term, set);
        set
    }
}

fn is_small(terms: &Terms, term: Term) -> bool {
    let mut seen = FxHashSet::default();
    let mut todo = vec![term];
    while let Some(term) = todo.pop() {
        if matches!(terms.node(term), Node::Const { .. }) || !seen.insert(term) {
            continue;
        }
        if seen.len() > NODES {
            return false;
        }
        terms.node(term).for_each_operand(|operand| todo.push(operand));
    }
    true
}

pub(crate) fn least(set: &Set) -> Option<u64> {
    let word = set.iter().position(|word| *word != 0)?;
    Some(word as u64 * 64 + u64::from(set[word].trailing_zeros()))
}

pub(crate) fn greatest(set: &Set) -> Option<u64> {
    let word = set.iter().rposition(|word| *word != 0)?;
    Some(word as u64 * 64 + 63 - u64::from(set[word].leading_zeros()))
}
