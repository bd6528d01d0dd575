//! Formulas of summaries: conjunctions of terms, so that what two of them share is seen.

use super::effort::{self, Effort};
use rethread_expr::{Term, TermMap, Terms};
use std::sync::Arc;

/// All of these terms hold. Sorted, each once, none of them constant. False is the absence of a formula. The same one is kept in
/// many places.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Formula(Arc<[Term]>);

impl Formula {
    pub fn always() -> Formula {
        Formula::default()
    }

    /// None if one of the terms is false.
    pub fn all(terms: &Terms, parts: impl IntoIterator<Item = Term>) -> Option<Formula> {
        let mut out: Vec<Term> = Vec::new();
        for t in parts {
            if terms.is_false(t) {
                return None;
            }
            if !terms.is_true(t) {
                out.push(t);
            }
        }
        out.sort_unstable();
        out.dedup();
        Some(Formula(out.into()))
    }

    pub fn parts(&self) -> &[Term] {
        &self.0
    }

    /// Is everything that it demands demanded by the other?
    pub fn is_part_of(&self, other: &Formula) -> bool {
        self.0.len() <= other.0.len() && self.0.iter().all(|t| other.0.binary_search(t).is_ok())
    }

    pub fn and(&self, other: &Formula) -> Formula {
        match (&self.0[..], &other.0[..]) {
            ([], _) => return other.clone(),
            (_, []) => return self.clone(),
            (a, b) if a == b => return self.clone(),
            _ => {}
        }
        let mut out = Vec::with_capacity(self.0.len() + other.0.len());
        out.extend_from_slice(&self.0);
        out.extend_from_slice(&other.0);
        // Two sorted lists, one behind the other: this one sees that.
        out.sort();
        out.dedup();
        Formula(out.into())
    }

    pub fn term(&self, terms: &mut Terms) -> Term {
        let mut out = terms.tru();
        for &t in self.parts() {
            out = terms.and(out, t);
        }
        out
    }

    /// What both demand stays a conjunction. None if neither can hold.
    pub fn or(&self, terms: &mut Terms, other: &Formula) -> Option<Formula> {
        let shared: Vec<Term> = self.0.iter().copied().filter(|t| other.0.binary_search(t).is_ok()).collect();
        let rest =
            |f: &Formula| Formula(f.0.iter().copied().filter(|t| shared.binary_search(t).is_err()).collect());
        let (a, b) = (rest(self), rest(other));
        // Only one thing tells the sides apart: it does not matter.
        if let ([x], [y]) = (&a.0[..], &b.0[..])
            && terms.not(*x) == *y
        {
            return Some(Formula(shared.into()));
        }
        let either = match Formula::split(terms, &a, &b) {
            Some(t) => t,
            None => {
                let (a, b) = (a.term(terms), b.term(terms));
                terms.or(a, b)
            }
        };
        Formula::all(terms, shared.into_iter().chain([either]))
    }

    /// `c and A` or `not c and B`, as a choice.
    fn split(terms: &mut Terms, a: &Formula, b: &Formula) -> Option<Term> {
        let c = a.0.iter().copied().find(|&t| {
            let not = terms.not(t);
            b.0.binary_search(&not).is_ok()
        })?;
        let not = terms.not(c);
        let without = |f: &Formula, t: Term| Formula(f.0.iter().copied().filter(|&u| u != t).collect());
        let (yes, no) = (without(a, c).term(terms), without(b, not).term(terms));
        Some(terms.ite(c, yes, no))
    }

    /// A set of bits that another formula's has if that demands all that this one demands.
    pub fn signature(&self) -> u64 {
        self.0.iter().fold(0, |bits, t| {
            bits | 1 << (t.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_shr(58)
        })
    }
}

/// Room to count terms in.
#[derive(Default)]
pub struct Sizes {
    seen: TermMap<()>,
}

impl Sizes {
    /// Is it made of at most so many different terms?
    pub fn fits(&mut self, terms: &Terms, formula: &Formula, max: usize, effort: &mut Effort) -> bool {
        effort.spend(effort::PART * formula.parts().len() as u64);
        let sizes = formula.parts().iter().map(|&t| usize::from(terms.size(t)));
        let all: usize = sizes.sum();
        // Parts share terms: counted once they may be fewer.
        all <= max && all < usize::from(u16::MAX)
            || self.count(terms, formula.parts(), max + 1, effort) <= max
    }

    /// Different terms in all of these; stops counting at `max`.
    fn count(&mut self, terms: &Terms, parts: &[Term], max: usize, effort: &mut Effort) -> usize {
        self.seen.clear();
        let mut count = 0;
        let mut stack = parts.to_vec();
        while let Some(t) = stack.pop().filter(|_| count < max) {
            if self.seen.get(t).is_none() {
                self.seen.set(t, ());
                count += 1;
                terms.node(t).for_each_operand(|o| stack.push(o));
            }
        }
        effort.spend(effort::TERM * count as u64);
        count
    }
}
