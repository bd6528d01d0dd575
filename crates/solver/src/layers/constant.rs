//! Answers that need no search: constants, asserted conditions, intervals, fixed symbols.
//!
//! Guarantee: an answer holds for every assignment that satisfies the path. Cost: a few lookups.

use crate::path::Path;
use rethread_expr::{Node, Term, Terms};

/// What decided a condition without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    Constant,
    Asserted,
    Interval,
}

pub(crate) fn decide(terms: &Terms, path: &Path, cond: Term) -> Option<(bool, Why)> {
    if terms.is_true(cond) {
        return Some((true, Why::Constant));
    }
    if terms.is_false(cond) {
        return Some((false, Why::Constant));
    }
    if let Some(value) = path.known(terms, cond) {
        return Some((value, Why::Asserted));
    }
    by_interval(terms, path, cond).map(|value| (value, Why::Interval))
}

fn by_interval(terms: &Terms, path: &Path, cond: Term) -> Option<bool> {
    let (positive, atom) = match *terms.node(cond) {
        Node::Not(inner) => (false, inner),
        _ => (true, cond),
    };
    let (a, b) = match *terms.node(atom) {
        Node::Eq(a, b) | Node::Ult(a, b) | Node::Ule(a, b) | Node::Slt(a, b) | Node::Sle(a, b) => (a, b),
        _ => return None,
    };
    let width = terms.width(a);
    if width > 64 {
        return None;
    }
    let (a_low, a_high) = path.bounds(terms, a);
    let (b_low, b_high) = path.bounds(terms, b);
    if a_low > a_high || b_low > b_high {
        return None;
    }
    let value = match *terms.node(atom) {
        Node::Eq(..) if a_high < b_low || b_high < a_low => Some(false),
        Node::Eq(..) if a_low == a_high && (b_low, b_high) == (a_low, a_high) => Some(true),
        Node::Ult(..) => less(a_low, a_high, b_low, b_high, true),
        Node::Ule(..) => less(a_low, a_high, b_low, b_high, false),
        Node::Slt(..) | Node::Sle(..) => {
            let (a_low, a_high) = signed(a_low, a_high, width)?;
            let (b_low, b_high) = signed(b_low, b_high, width)?;
            let strict = matches!(*terms.node(atom), Node::Slt(..));
            less(a_low, a_high, b_low, b_high, strict)
        }
        _ => None,
    };
    value.map(|value| value == positive)
}

fn less<T: Ord>(a_low: T, a_high: T, b_low: T, b_high: T, strict: bool) -> Option<bool> {
    if a_high < b_low || (!strict && a_high == b_low) {
        Some(true)
    } else if a_low > b_high || (strict && a_low == b_high) {
        Some(false)
    } else {
        None
    }
}

/// An unsigned interval as a signed one, if it does not cross the sign's border.
fn signed(low: u64, high: u64, width: u32) -> Option<(i64, i64)> {
    let extend = |value: u64| ((value << (64 - width)) as i64) >> (64 - width);
    let (low, high) = (extend(low), extend(high));
    (low <= high).then_some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_intervals() {
        assert_eq!(signed(0, 5, 8), Some((0, 5)));
        assert_eq!(signed(0x80, 0xff, 8), Some((-128, -1)));
        assert_eq!(signed(0x7f, 0x80, 8), None);
        assert_eq!(signed(0, u64::MAX, 64), None);
    }

    #[test]
    fn comparisons_of_intervals() {
        assert_eq!(less(0, 3, 4, 9, true), Some(true));
        assert_eq!(less(0, 4, 4, 9, true), None);
        assert_eq!(less(0, 4, 4, 9, false), Some(true));
        assert_eq!(less(9, 12, 4, 9, true), Some(false));
        assert_eq!(less(9, 12, 4, 9, false), None);
        assert_eq!(less(10, 12, 4, 9, false), Some(false));
    }
}
