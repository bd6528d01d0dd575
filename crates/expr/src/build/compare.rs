//! Equality and order.
//!
//! Canonical forms: `not` never stands on an order; a constant bound is strict (`x < c`, `c < x`); a
//! comparison is made at the narrowest width that decides it, unsigned where both signs are known.

use crate::term::{Node, Term};
use crate::{Terms, word};

impl Terms {
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    pub fn ugt(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    pub fn uge(&mut self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }

    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        if a == b {
            return self.tru();
        }
        let (a, b) = self.ordered(a, b);
        if self.is_const(a) {
            // Both are, and they are not the same term.
            return self.fls();
        }
        if width == 1
            && let Some(value) = self.as_u64(b)
        {
            return if value == 1 { a } else { self.not(a) };
        }
        if width <= 64 {
            let ((al, ah), (bl, bh)) = (self.range(a), self.range(b));
            if ah < bl || bh < al {
                return self.fls();
            }
        }
        let rules = if self.is_const(b) { Terms::eq_constant } else { Terms::eq_rules };
        let sums = |p: &mut Terms| if width <= 64 { p.eq_sums(a, b, width) } else { None };
        if let Some(t) = self.rewrite(|p| rules(p, a, b).or_else(|| sums(p))) {
            return t;
        }
        self.intern(Node::Eq(a, b))
    }

    fn eq_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.complements(a, b) {
            return Some(self.fls());
        }
        if self.width(a) == 1 {
            for (x, y) in [(a, b), (b, a)] {
                if let Node::Not(p) = *self.node(x) {
                    let equal = self.eq(p, y);
                    return Some(self.not(equal));
                }
            }
        }
        for (x, y) in [(a, b), (b, a)] {
            match *self.node(x) {
                Node::Add(p, q) if p == y => return Some(self.eq_zero(q)),
                Node::Add(p, q) if q == y => return Some(self.eq_zero(p)),
                Node::Sub(p, q) if p == y => return Some(self.eq_zero(q)),
                Node::Xor(p, q) if p == y => return Some(self.eq_zero(q)),
                Node::Xor(p, q) if q == y => return Some(self.eq_zero(p)),
                _ => {}
            }
        }
        match (*self.node(a), *self.node(b)) {
            (Node::Not(x), Node::Not(y)) | (Node::Neg(x), Node::Neg(y)) => Some(self.eq(x, y)),
            (Node::Add(p, q), Node::Add(r, s)) => self.eq_cancelled(p, q, r, s),
            (Node::Xor(p, q), Node::Xor(r, s)) => self.eq_cancelled(p, q, r, s),
            (Node::Sub(p, q), Node::Sub(r, s)) if p == r => Some(self.eq(q, s)),
            (Node::Sub(p, q), Node::Sub(r, s)) if q == s => Some(self.eq(p, r)),
            (Node::Zext { of: x, .. }, Node::Zext { of: y, .. }) => {
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.zext(x, width), self.zext(y, width));
                Some(self.eq(x, y))
            }
            (Node::Sext { of: x, .. }, Node::Sext { of: y, .. }) => {
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, width), self.sext(y, width));
                Some(self.eq(x, y))
            }
            (Node::Concat(p, q), Node::Concat(r, s)) if self.width(q) == self.width(s) => {
                let (high, low) = (self.eq(p, r), self.eq(q, s));
                Some(self.and(high, low))
            }
            _ => None,
        }
    }

    fn eq_zero(&mut self, t: Term) -> Term {
        let zero = self.zero(self.width(t));
        self.eq(t, zero)
    }

    /// p + q = r + s with a common operand (the same for xor).
    fn eq_cancelled(&mut self, p: Term, q: Term, r: Term, s: Term) -> Option<Term> {
        let (x, y) = match () {
            _ if p == r => (q, s),
            _ if p == s => (q, r),
            _ if q == r => (p, s),
            _ if q == s => (p, r),
            _ => return None,
        };
        Some(self.eq(x, y))
    }

    fn eq_constant(&mut self, a: Term, c: Term) -> Option<Term> {
        let width = self.width(a);
        match *self.node(a) {
            Node::Not(x) => {
                let c = self.not(c);
                Some(self.eq(x, c))
            }
            Node::Neg(x) => {
                let c = self.neg(c);
                Some(self.eq(x, c))
            }
            Node::Add(x, k) if self.is_const(k) => {
                let c = self.sub(c, k);
                Some(self.eq(x, c))
            }
            Node::Sub(k, x) if self.is_const(k) => {
                let c = self.sub(k, c);
                Some(self.eq(x, c))
            }
            Node::Sub(x, y) if self.is_zero(c) => Some(self.eq(x, y)),
            Node::Xor(x, k) if self.is_const(k) => {
                let c = self.xor(c, k);
                Some(self.eq(x, c))
            }
            Node::Xor(x, y) if self.is_zero(c) => Some(self.eq(x, y)),
            Node::And(_, k) if self.is_const(k) => {
                let common = self.and(c, k);
                (common != c).then(|| self.fls())
            }
            Node::Or(x, k) if self.is_const(k) => {
                let common = self.and(c, k);
                if common != k {
                    return Some(self.fls());
                }
                // The other bits of x decide.
                let rest = self.not(k);
                let (x, c) = (self.and(x, rest), self.and(c, rest));
                Some(self.eq(x, c))
            }
            Node::Or(x, y) if self.is_zero(c) => {
                let (x, y) = (self.eq(x, c), self.eq(y, c));
                Some(self.and(x, y))
            }
            Node::Mul(x, k) if width <= 64 => {
                let (k, c) = (self.as_u64(k)?, self.as_u64(c)?);
                if k & 1 == 0 {
                    return None;
                }
                let c = self.constant(width, c.wrapping_mul(odd_inverse(k)));
                Some(self.eq(x, c))
            }
            Node::Zext { of, .. } => {
                let inner = self.width(of);
                let (high, low) = (self.extract(c, inner, width - inner), self.extract(c, 0, inner));
                Some(if self.is_zero(high) { self.eq(of, low) } else { self.fls() })
            }
            Node::Sext { of, .. } => {
                let low = self.extract(c, 0, self.width(of));
                let extended = self.sext(low, width);
                Some(if extended == c { self.eq(of, low) } else { self.fls() })
            }
            Node::Concat(high, low) => {
                let at = self.width(low);
                let (c_high, c_low) = (self.extract(c, at, width - at), self.extract(c, 0, at));
                let high = self.eq(high, c_high);
                if self.is_false(high) {
                    return Some(high);
                }
                let low = self.eq(low, c_low);
                Some(self.and(high, low))
            }
            Node::Ite(d, x, y) if self.is_const(x) || self.is_const(y) => {
                let (x, y) = (self.eq(x, c), self.eq(y, c));
                Some(self.ite(d, x, y))
            }
            _ => None,
        }
    }

    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        if a == b {
            return self.fls();
        }
        if width <= 64 {
            let ((al, ah), (bl, bh)) = (self.range(a), self.range(b));
            if ah < bl {
                return self.tru();
            }
            if al >= bh {
                return self.fls();
            }
        } else if let (Some(x), Some(y)) = (self.as_bits(a), self.as_bits(b)) {
            return self.boolean(x.ucmp(&y).is_lt());
        } else if self.is_zero(b) || self.is_ones(a) {
            return self.fls();
        }
        if let Some(t) = self.rewrite(|p| p.ult_rules(a, b, width)) {
            return t;
        }
        self.intern(Node::Ult(a, b))
    }

    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        if a == b {
            return self.tru();
        }
        if self.is_const(a) || self.is_const(b) {
            if self.is_zero(a) || self.is_ones(b) {
                return self.tru();
            }
            let one = self.constant(width, 1);
            if self.is_const(b) {
                let above = self.add(b, one);
                return self.ult(a, above);
            }
            let below = self.sub(a, one);
            return self.ult(below, b);
        }
        if width <= 64 {
            let ((al, ah), (bl, bh)) = (self.range(a), self.range(b));
            if ah <= bl {
                return self.tru();
            }
            if al > bh {
                return self.fls();
            }
        }
        let narrow = self.rewrite(|p| {
            let (x, y) = p.same_extension(a, b)?;
            Some(p.ule(x, y))
        });
        if let Some(t) = narrow {
            return t;
        }
        self.intern(Node::Ule(a, b))
    }

    /// What two values were extended from in the same way: both extensions keep the unsigned order.
    fn same_extension(&self, a: Term, b: Term) -> Option<(Term, Term)> {
        match (*self.node(a), *self.node(b)) {
            (Node::Zext { of: x, .. }, Node::Zext { of: y, .. })
            | (Node::Sext { of: x, .. }, Node::Sext { of: y, .. })
                if self.width(x) == self.width(y) =>
            {
                Some((x, y))
            }
            _ => None,
        }
    }

    fn ult_rules(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if let Some((x, y)) = self.same_extension(a, b) {
            return Some(self.ult(x, y));
        }
        if self.is_one(b) {
            return Some(self.eq_zero(a));
        }
        if self.is_zero(a) {
            let none = self.eq_zero(b);
            return Some(self.not(none));
        }
        if self.is_ones(b) {
            return Some(self.ne(a, b));
        }
        if self.is_const(b) {
            return self.ult_constant(a, b, width);
        }
        if self.is_const(a) {
            return self.constant_ult(a, b, width);
        }
        None
    }

    /// a < c
    fn ult_constant(&mut self, a: Term, c: Term, width: u32) -> Option<Term> {
        match *self.node(a) {
            Node::Zext { of, .. } => {
                let inner = self.width(of);
                let (high, low) = (self.extract(c, inner, width - inner), self.extract(c, 0, inner));
                Some(if self.is_zero(high) { self.ult(of, low) } else { self.tru() })
            }
            Node::Concat(high, low) if self.is_const(low) => {
                let at = self.width(low);
                let (c_high, c_low) = (self.extract(c, at, width - at), self.extract(c, 0, at));
                let tie = self.ult(low, c_low);
                Some(if self.is_true(tie) { self.ule(high, c_high) } else { self.ult(high, c_high) })
            }
            Node::Concat(high, low) => {
                let at = self.width(low);
                let (c_high, c_low) = (self.extract(c, at, width - at), self.extract(c, 0, at));
                self.is_zero(c_low).then(|| self.ult(high, c_high))
            }
            Node::Add(x, k) if width <= 64 => {
                // Without wrap-around the constant moves over.
                let (k, c) = (self.as_u64(k)?, self.as_u64(c)?);
                let (_, hi) = self.range(x);
                if hi.checked_add(k).is_none_or(|sum| sum > word::mask(width)) {
                    return None;
                }
                if c <= k {
                    return Some(self.fls());
                }
                let c = self.constant(width, c - k);
                Some(self.ult(x, c))
            }
            Node::Ite(d, x, y) if self.is_const(x) || self.is_const(y) => {
                let (x, y) = (self.ult(x, c), self.ult(y, c));
                Some(self.ite(d, x, y))
            }
            _ => None,
        }
    }

    /// c < b
    fn constant_ult(&mut self, c: Term, b: Term, width: u32) -> Option<Term> {
        match *self.node(b) {
            Node::Zext { of, .. } => {
                let inner = self.width(of);
                let (high, low) = (self.extract(c, inner, width - inner), self.extract(c, 0, inner));
                Some(if self.is_zero(high) { self.ult(low, of) } else { self.fls() })
            }
            Node::Concat(high, low) if self.is_const(low) => {
                let at = self.width(low);
                let (c_high, c_low) = (self.extract(c, at, width - at), self.extract(c, 0, at));
                let tie = self.ult(c_low, low);
                Some(if self.is_true(tie) { self.ule(c_high, high) } else { self.ult(c_high, high) })
            }
            Node::Concat(high, low) => {
                let at = self.width(low);
                let (c_high, c_low) = (self.extract(c, at, width - at), self.extract(c, 0, at));
                self.is_ones(c_low).then(|| self.ult(c_high, high))
            }
            Node::Add(x, k) if width <= 64 => {
                let (k, c) = (self.as_u64(k)?, self.as_u64(c)?);
                let (_, hi) = self.range(x);
                if hi.checked_add(k).is_none_or(|sum| sum > word::mask(width)) {
                    return None;
                }
                if c < k {
                    return Some(self.tru());
                }
                let c = self.constant(width, c - k);
                Some(self.ult(c, x))
            }
            Node::Ite(d, x, y) if self.is_const(x) || self.is_const(y) => {
                let (x, y) = (self.ult(c, x), self.ult(c, y));
                Some(self.ite(d, x, y))
            }
            _ => None,
        }
    }

    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        if a == b {
            return self.fls();
        }
        if let (Some(x), Some(y)) = (self.as_u64(a), self.as_u64(b)) {
            return self.boolean(word::signed(width, x) < word::signed(width, y));
        }
        if let Some(t) = self.by_signs(a, b, Terms::ult) {
            return t;
        }
        if self.is_const(a)
            && self.is_const(b)
            && let (Some(x), Some(y)) = (self.as_bits(a), self.as_bits(b))
        {
            return self.boolean(x.scmp(&y).is_lt());
        }
        if let Some(t) = self.rewrite(|p| p.slt_rules(a, b, width)) {
            return t;
        }
        self.intern(Node::Slt(a, b))
    }

    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        if a == b {
            return self.tru();
        }
        if let Some(t) = self.by_signs(a, b, Terms::ule) {
            return t;
        }
        if self.is_const(a) || self.is_const(b) {
            let one = self.constant(width, 1);
            let most = self.signed_max(width);
            let least = self.not(most);
            if a == least || b == most {
                return self.tru();
            }
            if self.is_const(b) {
                let above = self.add(b, one);
                return self.slt(a, above);
            }
            let below = self.sub(a, one);
            return self.slt(below, b);
        }
        let narrow = self.rewrite(|p| match (*p.node(a), *p.node(b)) {
            (Node::Sext { of: x, .. }, Node::Sext { of: y, .. }) if p.width(x) == p.width(y) => {
                Some(p.sle(x, y))
            }
            _ => None,
        });
        if let Some(t) = narrow {
            return t;
        }
        self.intern(Node::Sle(a, b))
    }

    fn signed_max(&mut self, width: u32) -> Term {
        let ones = self.ones(width);
        if width == 1 {
            return self.fls();
        }
        let ones = self.extract(ones, 1, width - 1);
        self.zext(ones, width)
    }

    /// The order of two values whose signs are known: unsigned, or decided.
    fn by_signs(&mut self, a: Term, b: Term, unsigned: fn(&mut Self, Term, Term) -> Term) -> Option<Term> {
        match (self.sign(a)?, self.sign(b)?) {
            (true, false) => Some(self.tru()),
            (false, true) => Some(self.fls()),
            _ => Some(unsigned(self, a, b)),
        }
    }

    fn sign(&self, t: Term) -> Option<bool> {
        if self.non_negative(t) {
            return Some(false);
        }
        self.negative(t).then_some(true)
    }

    fn slt_rules(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        let most = self.signed_max(width);
        let least = self.not(most);
        if b == least || a == most {
            return Some(self.fls());
        }
        if a == least || b == most {
            return Some(self.ne(a, b));
        }
        match (*self.node(a), *self.node(b)) {
            (Node::Sext { of: x, .. }, Node::Sext { of: y, .. }) if self.width(x) == self.width(y) => {
                Some(self.slt(x, y))
            }
            (Node::Sext { of, .. }, _) if self.is_const(b) => {
                let low = self.extract(b, 0, self.width(of));
                let fits = self.sext(low, width) == b;
                // A constant beyond what was extended lies above or below all of it.
                Some(if fits { self.slt(of, low) } else { self.boolean(self.non_negative(b)) })
            }
            (_, Node::Sext { of, .. }) if self.is_const(a) => {
                let low = self.extract(a, 0, self.width(of));
                let fits = self.sext(low, width) == a;
                Some(if fits { self.slt(low, of) } else { self.boolean(self.negative(a)) })
            }
            (Node::Concat(high, low), _) if self.is_const(b) && (self.is_const(low) || self.is_zero(b)) => {
                let at = self.width(low);
                let (b_high, b_low) = (self.extract(b, at, width - at), self.extract(b, 0, at));
                let tie = self.ult(low, b_low);
                Some(if self.is_true(tie) { self.sle(high, b_high) } else { self.slt(high, b_high) })
            }
            (_, Node::Concat(high, low)) if self.is_const(a) && (self.is_const(low) || self.is_ones(a)) => {
                let at = self.width(low);
                let (a_high, a_low) = (self.extract(a, at, width - at), self.extract(a, 0, at));
                let tie = self.ult(a_low, low);
                Some(if self.is_true(tie) { self.sle(a_high, high) } else { self.slt(a_high, high) })
            }
            (Node::Ite(d, x, y), _) if self.is_const(b) && (self.is_const(x) || self.is_const(y)) => {
                let (x, y) = (self.slt(x, b), self.slt(y, b));
                Some(self.ite(d, x, y))
            }
            (_, Node::Ite(d, x, y)) if self.is_const(a) && (self.is_const(x) || self.is_const(y)) => {
                let (x, y) = (self.slt(a, x), self.slt(a, y));
                Some(self.ite(d, x, y))
            }
            _ => None,
        }
    }
}

/// The inverse of an odd number modulo 2^64 (Newton: every step doubles the correct bits).
fn odd_inverse(k: u64) -> u64 {
    let mut inverse = k;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(k.wrapping_mul(inverse)));
    }
    inverse
}
