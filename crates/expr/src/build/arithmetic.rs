//! Sums, products, quotients. Constants move outwards and to the right; a product with a power of two
//! is a shift; a signed operation whose operands are known not to be negative is unsigned.

use crate::term::{Node, Term};
use crate::{Terms, word};

impl Terms {
    #[allow(clippy::should_implement_trait)]
    pub fn neg(&mut self, a: Term) -> Term {
        match *self.node(a) {
            Node::Const { width, value } => return self.constant(width, value.wrapping_neg()),
            Node::Wide(id) => {
                let value = self.wide_bits(id).neg();
                return self.bits(value);
            }
            Node::Neg(x) => return x,
            _ => {}
        }
        let width = self.width(a);
        if width == 1 {
            return a;
        }
        if let Some(t) = self.rewrite(|p| p.neg_rules(a, width)) {
            return t;
        }
        self.intern(Node::Neg(a))
    }

    fn neg_rules(&mut self, a: Term, width: u32) -> Option<Term> {
        match *self.node(a) {
            Node::Sub(x, y) => Some(self.sub(y, x)),
            Node::Add(x, c) if self.is_const(c) => {
                let c = self.neg(c);
                Some(self.sub(c, x))
            }
            Node::Not(x) => {
                let one = self.constant(width, 1);
                Some(self.add(x, one))
            }
            Node::Mul(x, c) if self.is_const(c) => {
                let c = self.neg(c);
                Some(self.mul(x, c))
            }
            Node::Zext { of, .. } if self.width(of) == 1 => Some(self.sext(of, width)),
            Node::Sext { of, .. } if self.width(of) == 1 => Some(self.zext(of, width)),
            Node::Ite(..) => self.per_choice(a, |p, k| p.neg(k)),
            _ => None,
        }
    }

    #[allow(clippy::should_implement_trait)]
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        if self.is_zero(b) {
            return a;
        }
        if let Some(t) = self.fold(a, b, word::add, |x, y| x.add(y)) {
            return t;
        }
        if width == 1 {
            return self.xor(a, b);
        }
        if let Some(t) = self.rewrite(|p| p.add_rules(a, b, width)) {
            return t;
        }
        self.intern(Node::Add(a, b))
    }

    fn add_rules(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if self.is_const(b) {
            return self.add_constant(a, b, width);
        }
        if a == b {
            let one = self.constant(width, 1);
            return Some(self.shl(a, one));
        }
        if self.complements(a, b) {
            return Some(self.ones(width));
        }
        for (x, y) in [(a, b), (b, a)] {
            match *self.node(x) {
                Node::Add(p, c) if self.is_const(c) => {
                    let t = self.add(p, y);
                    return Some(self.add(t, c));
                }
                Node::Neg(p) => return Some(self.sub(y, p)),
                Node::Sub(p, q) if q == y => return Some(p),
                Node::Sub(c, q) if self.is_const(c) => {
                    let t = self.sub(y, q);
                    return Some(self.add(t, c));
                }
                _ => {}
            }
        }
        self.side_by_side(a, b)
    }

    fn add_constant(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        match *self.node(a) {
            Node::Add(x, c) if self.is_const(c) => {
                let c = self.add(c, b);
                Some(self.add(x, c))
            }
            Node::Sub(c, x) if self.is_const(c) => {
                let c = self.add(c, b);
                Some(self.sub(c, x))
            }
            Node::Not(x) => {
                // -x - 1 + b
                let one = self.constant(width, 1);
                let c = self.sub(b, one);
                Some(self.sub(c, x))
            }
            Node::Ite(..) => self.per_choice(a, |p, k| p.add(k, b)),
            // The low part is known, so is the carry out of it.
            Node::Concat(high, low) if self.is_const(low) => {
                let at = self.width(low);
                let c = self.zext(low, width);
                let c = self.add(c, b);
                let (c_high, c_low) = (self.extract(c, at, width - at), self.extract(c, 0, at));
                let high = self.add(high, c_high);
                Some(self.concat(high, c_low))
            }
            _ => None,
        }
    }

    #[allow(clippy::should_implement_trait)]
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        if a == b {
            return self.zero(width);
        }
        if self.is_zero(b) {
            return a;
        }
        if let Some(t) = self.fold(a, b, word::sub, |x, y| x.sub(y)) {
            return t;
        }
        if width == 1 {
            return self.xor(a, b);
        }
        if let Some(t) = self.rewrite(|p| p.sub_rules(a, b, width)) {
            return t;
        }
        self.intern(Node::Sub(a, b))
    }

    fn sub_rules(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if self.is_const(b) {
            let b = self.neg(b);
            return Some(self.add(a, b));
        }
        if self.is_zero(a) {
            return Some(self.neg(b));
        }
        match *self.node(b) {
            Node::Neg(y) => return Some(self.add(a, y)),
            Node::Add(x, c) if self.is_const(c) => {
                let t = self.sub(a, x);
                return Some(self.sub(t, c));
            }
            Node::Add(x, y) if x == a => return Some(self.neg(y)),
            Node::Add(x, y) if y == a => return Some(self.neg(x)),
            Node::Sub(x, y) if x == a => return Some(y),
            Node::Sub(c, x) if self.is_const(c) => {
                let t = self.add(a, x);
                return Some(self.sub(t, c));
            }
            Node::Not(x) if self.is_const(a) => {
                // a + x + 1
                let one = self.constant(width, 1);
                let c = self.add(a, one);
                return Some(self.add(x, c));
            }
            _ => {}
        }
        match *self.node(a) {
            Node::Add(x, y) if x == b => Some(y),
            Node::Add(x, y) if y == b => Some(x),
            Node::Add(x, c) if self.is_const(c) => {
                let t = self.sub(x, b);
                Some(self.add(t, c))
            }
            Node::Sub(x, y) if x == b => Some(self.neg(y)),
            _ if self.is_ones(a) => Some(self.not(b)),
            _ if self.is_const(a) => self.per_choice(b, |p, k| p.sub(a, k)),
            _ => None,
        }
    }

    #[allow(clippy::should_implement_trait)]
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        if self.is_zero(b) {
            return b;
        }
        if self.is_one(b) {
            return a;
        }
        if let Some(t) = self.fold(a, b, word::mul, |x, y| x.mul(y)) {
            return t;
        }
        if width == 1 {
            return self.and(a, b);
        }
        if let Some(t) = self.rewrite(|p| p.mul_rules(a, b, width)) {
            return t;
        }
        self.intern(Node::Mul(a, b))
    }

    fn mul_rules(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if self.is_const(b) {
            if self.is_ones(b) {
                return Some(self.neg(a));
            }
            if let Some(by) = self.log2(b) {
                let by = self.constant(width, by as u64);
                return Some(self.shl(a, by));
            }
            match *self.node(a) {
                Node::Mul(x, c) if self.is_const(c) => {
                    let c = self.mul(c, b);
                    return Some(self.mul(x, c));
                }
                Node::Add(x, c) if self.is_const(c) => {
                    let (x, c) = (self.mul(x, b), self.mul(c, b));
                    return Some(self.add(x, c));
                }
                Node::Neg(x) => {
                    let c = self.neg(b);
                    return Some(self.mul(x, c));
                }
                Node::Ite(..) => {
                    if let Some(t) = self.per_choice(a, |p, k| p.mul(k, b)) {
                        return Some(t);
                    }
                }
                _ => {}
            }
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Node::Zext { of, .. } = *self.node(x)
                && self.width(of) == 1
            {
                let zero = self.zero(width);
                return Some(self.ite(of, y, zero));
            }
        }
        match (*self.node(a), *self.node(b)) {
            (Node::Neg(x), Node::Neg(y)) => Some(self.mul(x, y)),
            _ => None,
        }
    }

    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        if self.is_zero(b) {
            return self.ones(width);
        }
        if self.is_one(b) {
            return a;
        }
        if let Some(t) = self.fold(a, b, word::udiv, |x, y| x.udiv(y)) {
            return t;
        }
        if let Some(t) = self.rewrite(|p| p.udiv_rules(a, b, width)) {
            return t;
        }
        self.intern(Node::Udiv(a, b))
    }

    fn udiv_rules(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if let Some(by) = self.log2(b) {
            let by = self.constant(width, by as u64);
            return Some(self.lshr(a, by));
        }
        if width <= 64 && self.range(a).1 < self.range(b).0 {
            return Some(self.zero(width));
        }
        if let Some(narrow) = self.narrow_division(a, b, Terms::udiv) {
            return Some(narrow);
        }
        if self.is_const(b) {
            return self.per_choice(a, |p, k| p.udiv(k, b));
        }
        None
    }

    /// A division of zero-extended values, if the divisor is surely not zero: at their own width.
    fn narrow_division(&mut self, a: Term, b: Term, op: fn(&mut Self, Term, Term) -> Term) -> Option<Term> {
        let Node::Zext { of: x, width } = *self.node(a) else { return None };
        let inner = self.width(x);
        let divisor_bits = self.used_bits_of_constant(b).or_else(|| match *self.node(b) {
            Node::Zext { of, .. } if self.range(b).0 > 0 && width <= 64 => Some(self.width(of)),
            _ => None,
        })?;
        let narrow = inner.max(divisor_bits);
        if narrow >= width {
            return None;
        }
        let (x, y) = (self.zext(x, narrow), self.extract(b, 0, narrow));
        let t = op(self, x, y);
        Some(self.zext(t, width))
    }

    /// How many bits a constant other than zero needs.
    fn used_bits_of_constant(&self, t: Term) -> Option<u32> {
        let value = self.as_bits(t).filter(|v| !v.is_zero())?;
        (0..value.width()).rev().find(|i| value.bit(*i)).map(|i| i + 1)
    }

    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        if self.is_zero(b) {
            return a;
        }
        if self.is_one(b) || a == b {
            return self.zero(width);
        }
        if let Some(t) = self.fold(a, b, word::urem, |x, y| x.urem(y)) {
            return t;
        }
        if let Some(t) = self.rewrite(|p| p.urem_rules(a, b, width)) {
            return t;
        }
        self.intern(Node::Urem(a, b))
    }

    fn urem_rules(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if let Some(bits) = self.log2(b) {
            let low = self.extract(a, 0, bits);
            return Some(self.zext(low, width));
        }
        if width <= 64 && self.range(a).1 < self.range(b).0 {
            return Some(a);
        }
        if let Some(narrow) = self.narrow_division(a, b, Terms::urem) {
            return Some(narrow);
        }
        match *self.node(a) {
            Node::Urem(_, c) if c == b => Some(a),
            _ if self.is_const(b) => self.per_choice(a, |p, k| p.urem(k, b)),
            _ => None,
        }
    }

    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        self.common_width(a, b);
        if let Some(t) = self.fold(a, b, word::sdiv, |x, y| x.sdiv(y)) {
            return t;
        }
        if let Some(t) = self.rewrite(|p| p.sdiv_rules(a, b)) {
            return t;
        }
        self.intern(Node::Sdiv(a, b))
    }

    fn sdiv_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        // At width 1 the constant 1 is -1: non_negative keeps it out.
        if self.is_one(b) && self.non_negative(b) {
            return Some(a);
        }
        if self.is_ones(b) {
            return Some(self.neg(a));
        }
        if self.non_negative(a) && self.non_negative(b) {
            return Some(self.udiv(a, b));
        }
        if self.is_const(b) && !self.is_zero(b) {
            if let Node::Sext { of, width } = *self.node(a) {
                let inner = self.width(of);
                let low = self.extract(b, 0, inner);
                if self.sext(low, width) == b {
                    let t = self.sdiv(of, low);
                    return Some(self.sext(t, width));
                }
            }
            return self.per_choice(a, |p, k| p.sdiv(k, b));
        }
        None
    }

    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        if self.is_zero(b) {
            return a;
        }
        if a == b {
            return self.zero(width);
        }
        if let Some(t) = self.fold(a, b, word::srem, |x, y| x.srem(y)) {
            return t;
        }
        if let Some(t) = self.rewrite(|p| p.srem_rules(a, b, width)) {
            return t;
        }
        self.intern(Node::Srem(a, b))
    }

    fn srem_rules(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if self.is_one(b) || self.is_ones(b) {
            return Some(self.zero(width));
        }
        if self.non_negative(a) && self.non_negative(b) {
            return Some(self.urem(a, b));
        }
        if self.is_const(b) {
            if let Node::Sext { of, .. } = *self.node(a) {
                let low = self.extract(b, 0, self.width(of));
                if self.sext(low, width) == b {
                    let t = self.srem(of, low);
                    return Some(self.sext(t, width));
                }
            }
            return self.per_choice(a, |p, k| p.srem(k, b));
        }
        None
    }
}
