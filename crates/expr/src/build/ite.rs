//! Choice. Of truth values it is and/or; nested choices on one condition collapse.

use crate::Terms;
use crate::term::{Node, Sort, Term};

impl Terms {
    /// `then` where `c` holds, else `other`; both may be arrays.
    pub fn ite(&mut self, c: Term, then: Term, other: Term) -> Term {
        assert!(self.sort(c) == Sort::Bv(1), "a condition has one bit");
        assert!(self.sort(then) == self.sort(other), "branches of different sorts");
        if then == other {
            return then;
        }
        if let Some(value) = self.as_u64(c) {
            return if value == 1 { then } else { other };
        }
        if let Some(t) = self.rewrite(|p| p.ite_rules(c, then, other)) {
            return t;
        }
        self.intern(Node::Ite(c, then, other))
    }

    fn ite_rules(&mut self, c: Term, then: Term, other: Term) -> Option<Term> {
        match *self.node(c) {
            Node::Not(d) => return Some(self.ite(d, other, then)),
            // x == k ? k : x
            Node::Eq(x, k) if (then == k && other == x) || (then == x && other == k) => return Some(other),
            _ => {}
        }
        if let Sort::Bv(width) = self.sort(then) {
            if width == 1 {
                return self.ite_of_truths(c, then, other);
            }
            if self.is_zero(other) && self.is_one(then) {
                return Some(self.zext(c, width));
            }
            if self.is_zero(other) && self.is_ones(then) {
                return Some(self.sext(c, width));
            }
            if self.is_zero(then) && (self.is_one(other) || self.is_ones(other)) {
                let d = self.not(c);
                return Some(self.ite(d, other, then));
            }
        }
        match *self.node(then) {
            Node::Ite(d, a, _) if d == c => return Some(self.ite(c, a, other)),
            Node::Ite(d, a, b) if b == other => {
                let both = self.and(c, d);
                return Some(self.ite(both, a, other));
            }
            Node::Ite(d, a, b) if a == other => {
                let d = self.not(d);
                let both = self.and(c, d);
                return Some(self.ite(both, b, other));
            }
            _ => {}
        }
        match *self.node(other) {
            Node::Ite(d, _, b) if d == c => Some(self.ite(c, then, b)),
            Node::Ite(d, a, b) if a == then => {
                let either = self.or(c, d);
                Some(self.ite(either, then, b))
            }
            Node::Ite(d, a, b) if b == then => {
                let d = self.not(d);
                let either = self.or(c, d);
                Some(self.ite(either, then, a))
            }
            _ => None,
        }
    }

    fn ite_of_truths(&mut self, c: Term, then: Term, other: Term) -> Option<Term> {
        if self.is_true(then) || then == c {
            return Some(self.or(c, other));
        }
        if self.is_false(other) || other == c {
            return Some(self.and(c, then));
        }
        if self.is_false(then) || self.complements(then, c) {
            let d = self.not(c);
            return Some(self.and(d, other));
        }
        if self.is_true(other) || self.complements(other, c) {
            let d = self.not(c);
            return Some(self.or(d, then));
        }
        if self.complements(then, other) {
            return Some(self.eq(c, then));
        }
        None
    }
}
