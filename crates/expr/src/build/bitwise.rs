//! not, and, or, xor: on truth values and on vectors.

use crate::Terms;
use crate::term::{Node, Term};
use crate::word::mask;

impl Terms {
    #[allow(clippy::should_implement_trait)]
    pub fn not(&mut self, a: Term) -> Term {
        match *self.node(a) {
            Node::Const { width, value } => return self.constant(width, !value),
            Node::Wide(id) => {
                let value = self.wide_bits(id).not();
                return self.bits(value);
            }
            Node::Not(x) => return x,
            _ => {}
        }
        assert!(self.array_widths(a).is_none(), "not of an array");
        if let Some(t) = self.rewrite(|p| p.not_rules(a)) {
            return t;
        }
        self.intern(Node::Not(a))
    }

    fn not_rules(&mut self, a: Term) -> Option<Term> {
        match *self.node(a) {
            Node::Ult(x, y) => Some(self.ule(y, x)),
            Node::Ule(x, y) => Some(self.ult(y, x)),
            Node::Slt(x, y) => Some(self.sle(y, x)),
            Node::Sle(x, y) => Some(self.slt(y, x)),
            Node::Ite(..) => self.per_choice(a, |p, k| p.not(k)),
            Node::Neg(x) => {
                let minus_one = self.ones(self.width(a));
                Some(self.add(x, minus_one))
            }
            Node::Sext { of, width } => {
                let x = self.not(of);
                Some(self.sext(x, width))
            }
            Node::Xor(x, c) if self.is_const(c) => {
                let c = self.not(c);
                Some(self.xor(x, c))
            }
            _ => None,
        }
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let a = self.not(a);
        self.or(a, b)
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        if a == b || self.is_zero(b) {
            return b;
        }
        if self.is_ones(b) {
            return a;
        }
        if let Some(t) = self.fold(a, b, |_, x, y| x & y, |x, y| x.and(y)) {
            return t;
        }
        if let Some(t) = self.rewrite(|p| p.and_rules(a, b)) {
            return t;
        }
        self.intern(Node::And(a, b))
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        if a == b || self.is_ones(b) {
            return b;
        }
        if self.is_zero(b) {
            return a;
        }
        if let Some(t) = self.fold(a, b, |_, x, y| x | y, |x, y| x.or(y)) {
            return t;
        }
        if let Some(t) = self.rewrite(|p| p.or_rules(a, b)) {
            return t;
        }
        self.intern(Node::Or(a, b))
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.zero(width);
        }
        if self.is_zero(b) {
            return a;
        }
        if self.is_ones(b) {
            return self.not(a);
        }
        if let Some(t) = self.fold(a, b, |_, x, y| x ^ y, |x, y| x.xor(y)) {
            return t;
        }
        if width == 1 {
            let equal = self.eq(a, b);
            return self.not(equal);
        }
        if let Some(t) = self.rewrite(|p| p.xor_rules(a, b)) {
            return t;
        }
        self.intern(Node::Xor(a, b))
    }

    fn and_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.is_const(b)
            && let Some(t) = self.and_constant(a, b)
        {
            return Some(t);
        }
        if self.complements(a, b) {
            return Some(self.zero(self.width(a)));
        }
        for (x, y) in [(a, b), (b, a)] {
            match *self.node(x) {
                Node::And(p, q) if p == y || q == y => return Some(x),
                Node::And(p, q) if self.complements(p, y) || self.complements(q, y) => {
                    return Some(self.zero(self.width(a)));
                }
                Node::Or(p, q) if p == y || q == y => return Some(y),
                Node::Or(p, q) if self.complements(p, y) => return Some(self.and(q, y)),
                Node::Or(p, q) if self.complements(q, y) => return Some(self.and(p, y)),
                Node::Zext { of, width } => {
                    let low = self.extract(y, 0, self.width(of));
                    let low = self.and(of, low);
                    return Some(self.zext(low, width));
                }
                Node::Sext { of, width } if self.width(of) == 1 => {
                    let zero = self.zero(width);
                    return Some(self.ite(of, y, zero));
                }
                _ => {}
            }
        }
        self.piecewise(a, b, Terms::and)
    }

    fn and_constant(&mut self, a: Term, b: Term) -> Option<Term> {
        match *self.node(a) {
            Node::And(x, c) if self.is_const(c) => {
                let c = self.and(c, b);
                return Some(self.and(x, c));
            }
            Node::Or(x, c) | Node::Xor(x, c) if self.is_const(c) => {
                let common = self.and(c, b);
                if self.is_zero(common) {
                    return Some(self.and(x, b));
                }
                if common == b && matches!(self.node(a), Node::Or(..)) {
                    return Some(b);
                }
            }
            Node::Ite(..) => {
                if let Some(t) = self.per_choice(a, |p, k| p.and(k, b)) {
                    return Some(t);
                }
            }
            _ => {}
        }
        if let Some(t) = self.split_constant(a, b, Terms::and) {
            return Some(t);
        }
        let (width, c) = (self.width(a), self.as_u64(b)?);
        let possible = if self.range(a).1 == 0 { 0 } else { u64::MAX >> self.range(a).1.leading_zeros() };
        if possible & !c == 0 {
            return Some(a);
        }
        let c = c & possible;
        if c == 0 {
            return Some(self.zero(width));
        }
        // One or two runs of ones are parts of the value between zeros: how bit-fields are cut out and
        // cleared.
        let low = c.trailing_zeros();
        let run = (c >> low).trailing_ones();
        let rest = c & !(mask(run) << low);
        let second = rest.trailing_zeros();
        let second_run = if rest == 0 { 0 } else { (rest >> second).trailing_ones() };
        if rest == 0 || rest == mask(second_run) << second {
            let mut parts = self.extract(a, low, run);
            if rest != 0 {
                let upper = self.extract(a, second, second_run);
                let gap = self.zero(second - low - run);
                parts = self.concat(gap, parts);
                parts = self.concat(upper, parts);
            }
            let shifted = self.zero_below(parts, low);
            return Some(self.zext(shifted, width));
        }
        if self.as_u64(b) != Some(c) {
            let b = self.constant(width, c);
            return Some(self.and(a, b));
        }
        None
    }

    /// `t` with `count` zero bits below it.
    pub(super) fn zero_below(&mut self, t: Term, count: u32) -> Term {
        if count == 0 {
            return t;
        }
        let zeros = self.zero(count);
        self.concat(t, zeros)
    }

    /// A bitwise operation with a constant, on the two parts of a concatenation.
    fn split_constant(&mut self, a: Term, b: Term, op: fn(&mut Self, Term, Term) -> Term) -> Option<Term> {
        let width = self.width(a);
        let (high, low) = match *self.node(a) {
            Node::Concat(high, low) => (high, low),
            Node::Zext { of, .. } => (self.zero(width - self.width(of)), of),
            _ => return None,
        };
        let at = self.width(low);
        let (b_high, b_low) = (self.extract(b, at, width - at), self.extract(b, 0, at));
        let (high, low) = (op(self, high, b_high), op(self, low, b_low));
        Some(self.concat(high, low))
    }

    /// A bitwise operation on two values built alike, part by part.
    fn piecewise(&mut self, a: Term, b: Term, op: fn(&mut Self, Term, Term) -> Term) -> Option<Term> {
        match (*self.node(a), *self.node(b)) {
            (Node::Sext { of: x, width }, Node::Sext { of: y, .. }) if self.width(x) == self.width(y) => {
                let t = op(self, x, y);
                Some(self.sext(t, width))
            }
            _ => {
                let at = self.seam(a)?.min(self.seam(b)?);
                let width = self.width(a);
                let (p, q) = (self.extract(a, at, width - at), self.extract(a, 0, at));
                let (r, s) = (self.extract(b, at, width - at), self.extract(b, 0, at));
                let (high, low) = (op(self, p, r), op(self, q, s));
                Some(self.concat(high, low))
            }
        }
    }

    /// Where the lowest part of a concatenation or an extension ends.
    fn seam(&self, t: Term) -> Option<u32> {
        match *self.node(t) {
            Node::Concat(_, low) => Some(self.width(low)),
            Node::Zext { of, .. } => Some(self.width(of)),
            _ => None,
        }
    }

    /// Two values whose bits cannot meet, put side by side: what byte-wise loads are made of.
    pub(super) fn side_by_side(&mut self, a: Term, b: Term) -> Option<Term> {
        for (high, low) in [(a, b), (b, a)] {
            let at = self.zero_bits(high);
            let width = self.width(high);
            if at > 0 && at < width && self.used_bits(low) <= at {
                let (high, low) = (self.extract(high, at, width - at), self.extract(low, 0, at));
                return Some(self.concat(high, low));
            }
        }
        None
    }

    fn or_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.is_const(b) {
            match *self.node(a) {
                Node::Or(x, c) if self.is_const(c) => {
                    let c = self.or(c, b);
                    return Some(self.or(x, c));
                }
                Node::Ite(..) => {
                    if let Some(t) = self.per_choice(a, |p, k| p.or(k, b)) {
                        return Some(t);
                    }
                }
                _ => {}
            }
            return self.split_constant(a, b, Terms::or);
        }
        if self.complements(a, b) {
            return Some(self.ones(self.width(a)));
        }
        for (x, y) in [(a, b), (b, a)] {
            match *self.node(x) {
                Node::Or(p, q) if p == y || q == y => return Some(x),
                Node::Or(p, q) if self.complements(p, y) || self.complements(q, y) => {
                    return Some(self.ones(self.width(a)));
                }
                Node::And(p, q) if p == y || q == y => return Some(y),
                Node::And(p, q) if self.complements(p, y) => return Some(self.or(q, y)),
                Node::And(p, q) if self.complements(q, y) => return Some(self.or(p, y)),
                _ => {}
            }
        }
        if let Some(t) = self.side_by_side(a, b) {
            return Some(t);
        }
        self.piecewise(a, b, Terms::or)
    }

    fn xor_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.is_const(b) {
            match *self.node(a) {
                Node::Xor(x, c) if self.is_const(c) => {
                    let c = self.xor(c, b);
                    return Some(self.xor(x, c));
                }
                Node::Not(x) => {
                    let b = self.not(b);
                    return Some(self.xor(x, b));
                }
                Node::Ite(..) => {
                    if let Some(t) = self.per_choice(a, |p, k| p.xor(k, b)) {
                        return Some(t);
                    }
                }
                _ => {}
            }
            return self.split_constant(a, b, Terms::xor);
        }
        if self.complements(a, b) {
            return Some(self.ones(self.width(a)));
        }
        if let (Node::Not(x), Node::Not(y)) = (*self.node(a), *self.node(b)) {
            return Some(self.xor(x, y));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Node::Xor(p, q) = *self.node(x) {
                if p == y {
                    return Some(q);
                }
                if q == y {
                    return Some(p);
                }
                if self.is_const(q) {
                    let t = self.xor(p, y);
                    return Some(self.xor(t, q));
                }
            }
        }
        if let Some(t) = self.side_by_side(a, b) {
            return Some(t);
        }
        self.piecewise(a, b, Terms::xor)
    }
}
