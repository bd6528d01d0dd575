//! Arrays: tables of constants, symbols, and stores on them.
//!
//! Cost: a select walks the stores that surely do not alias it; nothing else depends on the length of
//! a chain.

use crate::Terms;
use crate::term::{Node, Sort, Term};
use crate::word::mask;

/// Up to so many entries of a table are looked at to find that all are equal.
const SPAN: u64 = 256;

impl Terms {
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        match self.sort(array) {
            Sort::Array { index: width, .. } if self.sort(index) == Sort::Bv(width) => {}
            other => panic!("select from {other:?} at {:?}", self.sort(index)),
        }
        let mut array = array;
        while let Node::Store(inner, at, value) = *self.node(array) {
            if at == index {
                return value;
            }
            if !self.surely_differ(at, index) {
                break;
            }
            array = inner;
        }
        if let Some(t) = self.rewrite(|p| p.select_rules(array, index)) {
            return t;
        }
        self.intern(Node::Select(array, index))
    }

    fn select_rules(&mut self, array: Term, index: Term) -> Option<Term> {
        let Node::Table(id) = *self.node(array) else { return None };
        let table = self.table_of(id);
        let width = table.element_width;
        let at = |i: u64| usize::try_from(i).ok().and_then(|i| table.values.get(i)).copied().unwrap_or(0);
        let (lo, hi) = self.range(index);
        let first = at(lo);
        let all_equal = lo == hi || {
            let end = hi.min(table.values.len() as u64);
            end.saturating_sub(lo) <= SPAN && (lo..=end).all(|i| at(i) == first) && at(hi) == first
        };
        if all_equal {
            return Some(self.constant(width, first));
        }
        self.per_choice(index, |p, k| p.select(array, k))
    }

    pub fn store(&mut self, array: Term, index: Term, value: Term) -> Term {
        match self.sort(array) {
            Sort::Array { index: i, element: e }
                if self.sort(index) == Sort::Bv(i) && self.sort(value) == Sort::Bv(e) => {}
            other => panic!("store into {other:?} at {:?} of {:?}", self.sort(index), self.sort(value)),
        }
        if let Node::Select(from, at) = *self.node(value)
            && from == array
            && at == index
        {
            return array;
        }
        // What is overwritten at once need not be remembered.
        let array = match *self.node(array) {
            Node::Store(inner, at, _) if at == index => inner,
            _ => array,
        };
        self.intern(Node::Store(array, index, value))
    }

    /// Whether two indices can never be equal, as far as constants and bounds tell.
    pub(super) fn surely_differ(&self, a: Term, b: Term) -> bool {
        let ((al, ah), (bl, bh)) = (self.range(a), self.range(b));
        if self.width(a) <= 64 && (ah < bl || bh < al) {
            return true;
        }
        let split = |t: Term| match *self.node(t) {
            Node::Add(x, c) => match self.as_u64(c) {
                Some(c) => (x, c),
                None => (t, 0),
            },
            _ => (t, 0),
        };
        let ((x, c), (y, d)) = (split(a), split(b));
        x == y && self.width(a) <= 64 && (c ^ d) & mask(self.width(a)) != 0
    }
}
