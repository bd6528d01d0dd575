//! Makes products and quotients smaller: replaces the leading bits of a symbol that its own constraints fix.
//!
//! `'0' <= c <= '9'` says that `c` starts with 0011, so that a 32-bit division by `c - '0'` is one by four
//! unknown bits. A back end would find that out again for every circuit it searches.
//!
//! Guarantee: the narrowed query has the same models: the constraints a replacement follows from are about
//! that symbol alone and stay as they are. Cost: a substitution in the constraints with products or
//! quotients; nothing for queries without them.

use super::domain::{self, Domains};
use rethread_expr::{Evaluator, Node, Symbol, Term, Terms};
use rustc_hash::FxHashMap;

pub(crate) struct Narrowed {
    /// To be asked instead, sorted.
    pub constraints: Vec<Term>,
    origin: FxHashMap<Term, Term>,
    /// What the replacements follow from.
    reasons: Vec<Term>,
}

impl Narrowed {
    /// Constraints of the original query that a core of the narrowed one stands for.
    pub fn core(&self, core: &[Term]) -> Vec<Term> {
        let mut all: Vec<Term> = core.iter().map(|term| self.origin[term]).collect();
        all.extend_from_slice(&self.reasons);
        all.sort_unstable();
        all.dedup();
        all
    }
}

pub(crate) fn narrow(
    terms: &mut Terms,
    domains: &mut Domains,
    evaluator: &mut Evaluator,
    constraints: &[Term],
) -> Option<Narrowed> {
    if !constraints.iter().any(|term| terms.flags(*term).has_product) {
        return None;
    }
    let mut of_symbol: FxHashMap<Symbol, Vec<Term>> = FxHashMap::default();
    let mut order = Vec::new();
    for constraint in constraints {
        if let [symbol] = terms.support(*constraint)[..]
            && !terms.flags(*constraint).has_product
        {
            order.push(symbol);
            of_symbol.entry(symbol).or_default().push(*constraint);
        }
    }
    order.sort_unstable();
    order.dedup();
    let mut map: FxHashMap<Term, Term> = FxHashMap::default();
    let mut reasons = Vec::new();
    for symbol in order {
        let about = &of_symbol[&symbol];
        let bounds = match domain::width(terms, symbol) {
            Some(width) => {
                let set = domains.intersection(evaluator, terms, symbol, width, about.iter().copied());
                set.and_then(|set| Some((domain::least(&set)?, domain::greatest(&set)?)))
            }
            None => interval(terms, symbol, about),
        };
        if let Some((low, high)) = bounds
            && let Some(narrower) = with_prefix(terms, symbol, low, high)
        {
            map.insert(terms.symbol_term(symbol), narrower);
            reasons.extend_from_slice(about);
        }
    }
    if map.is_empty() {
        return None;
    }
    let mut origin = FxHashMap::default();
    for constraint in constraints {
        let narrower = match terms.flags(*constraint).has_product {
            true => terms.substitute(*constraint, &map),
            false => *constraint,
        };
        origin.entry(narrower).or_insert(*constraint);
    }
    let mut constraints: Vec<Term> = origin.keys().copied().collect();
    constraints.sort_unstable();
    Some(Narrowed { constraints, origin, reasons })
}

/// What comparisons with constants say about a symbol.
fn interval(terms: &Terms, symbol: Symbol, about: &[Term]) -> Option<(u64, u64)> {
    let symbol = terms.symbol_term(symbol);
    if terms.flags(symbol).has_array || terms.width(symbol) > 64 {
        return None;
    }
    let (mut low, mut high) = terms.range(symbol);
    for constraint in about {
        let (positive, atom) = match *terms.node(*constraint) {
            Node::Not(inner) => (false, inner),
            _ => (true, *constraint),
        };
        let (a, b, strict) = match *terms.node(atom) {
            Node::Ult(a, b) => (a, b, true),
            Node::Ule(a, b) => (a, b, false),
            _ => continue,
        };
        // Not (a < b) is b <= a.
        let (less, greater, strict) = if positive { (a, b, strict) } else { (b, a, !strict) };
        let by = u64::from(strict);
        match (terms.as_u64(less), terms.as_u64(greater)) {
            (None, Some(bound)) if less == symbol => high = high.min(bound.checked_sub(by)?),
            (Some(bound), None) if greater == symbol => low = low.max(bound.checked_add(by)?),
            _ => {}
        }
    }
    (low <= high).then_some((low, high))
}

/// The symbol with the bits that `low` and `high` start with in common written out.
fn with_prefix(terms: &mut Terms, symbol: Symbol, low: u64, high: u64) -> Option<Term> {
    let symbol = terms.symbol_term(symbol);
    let width = terms.width(symbol);
    let unknown = 64 - (low ^ high).leading_zeros();
    if unknown >= width {
        return None;
    }
    if unknown == 0 {
        return Some(terms.constant(width, low));
    }
    let prefix = terms.constant(width - unknown, low >> unknown);
    let rest = terms.extract(symbol, 0, unknown);
    Some(terms.concat(prefix, rest))
}
