//! Concatenation, extraction, extension.
//!
//! Canonical forms: a concatenation leans to the right, its parts are as large as they can be, and
//! zeros at its top are a zero extension. Whatever is stored byte by byte and loaded again is the term
//! that was stored: neighbouring parts are put together when both are what `extract` gives of one value.

use crate::term::{Node, Term};
use crate::{Terms, word};

impl Terms {
    /// Bits `lo .. lo + width` of `of`.
    pub fn extract(&mut self, of: Term, lo: u32, width: u32) -> Term {
        let (mut of, mut lo) = (of, lo);
        let from = self.width(of);
        assert!(width > 0 && lo + width <= from, "bits {lo}..{} of {from}", lo as u64 + width as u64);
        // Down to the part that holds all of the wanted bits.
        loop {
            if lo == 0 && self.width(of) == width {
                return of;
            }
            match *self.node(of) {
                Node::Const { value, .. } => return self.constant(width, value >> lo),
                Node::Wide(id) => {
                    let value = self.wide_bits(id).extract(lo, width);
                    return self.bits(value);
                }
                Node::Extract { of: inner, lo: at, .. } => {
                    of = inner;
                    lo += at;
                }
                Node::Concat(high, low) => {
                    let at = self.width(low);
                    if lo >= at {
                        of = high;
                        lo -= at;
                    } else if lo + width <= at {
                        of = low;
                    } else {
                        break;
                    }
                }
                Node::Zext { of: inner, .. } => {
                    let at = self.width(inner);
                    if lo >= at {
                        return self.zero(width);
                    }
                    if lo + width > at {
                        break;
                    }
                    of = inner;
                }
                Node::Sext { of: inner, .. } if lo + width <= self.width(inner) => of = inner,
                _ => break,
            }
        }
        if let Some(t) = self.rewrite(|p| p.extract_rules(of, lo, width)) {
            return t;
        }
        self.intern(Node::Extract { of, lo, width })
    }

    fn extract_rules(&mut self, of: Term, lo: u32, width: u32) -> Option<Term> {
        match *self.node(of) {
            Node::Concat(high, low) => {
                let at = self.width(low);
                let low = self.extract(low, lo, at - lo);
                let high = self.extract(high, 0, lo + width - at);
                Some(self.concat(high, low))
            }
            Node::Zext { of: inner, .. } => {
                let part = self.extract(inner, lo, self.width(inner) - lo);
                Some(self.zext(part, width))
            }
            Node::Sext { of: inner, .. } => {
                let at = lo.min(self.width(inner) - 1);
                let part = self.extract(inner, at, self.width(inner) - at);
                Some(self.sext(part, width))
            }
            Node::Ite(..) => self.per_choice(of, |p, k| p.extract(k, lo, width)),
            Node::And(x, c) if self.is_const(c) => {
                let c = self.extract(c, lo, width);
                if self.is_zero(c) {
                    return Some(c);
                }
                self.is_ones(c).then(|| self.extract(x, lo, width))
            }
            Node::Or(x, c) if self.is_const(c) => {
                let c = self.extract(c, lo, width);
                if self.is_ones(c) {
                    return Some(c);
                }
                self.is_zero(c).then(|| self.extract(x, lo, width))
            }
            Node::Xor(x, c) if self.is_const(c) => {
                let c = self.extract(c, lo, width);
                self.is_zero(c).then(|| self.extract(x, lo, width))
            }
            // The low bits of a sum need only low bits, which is a gain if the operands were extended.
            // Otherwise one narrow sum per byte would be made where memory is written.
            Node::Add(a, b) if lo == 0 && self.narrows(a, b, width) => self.narrowed(a, b, width, Terms::add),
            Node::Sub(a, b) if lo == 0 && self.narrows(a, b, width) => self.narrowed(a, b, width, Terms::sub),
            Node::Mul(a, b) if lo == 0 && self.narrows(a, b, width) => self.narrowed(a, b, width, Terms::mul),
            _ => self.above_range(of, lo, width),
        }
    }

    /// Bits above everything the value can be are zero.
    fn above_range(&mut self, of: Term, lo: u32, width: u32) -> Option<Term> {
        if self.width(of) > 64 {
            return None;
        }
        let (l, h) = self.range(of);
        let part = |x: u64| x >> lo & word::mask(width);
        (l >> lo == h >> lo).then(|| self.constant(width, part(l)))
    }

    fn narrows(&self, a: Term, b: Term, width: u32) -> bool {
        let one = |t: Term| match *self.node(t) {
            Node::Zext { of, .. } | Node::Sext { of, .. } => self.width(of) <= width,
            Node::Const { .. } | Node::Wide(_) => true,
            _ => false,
        };
        one(a) && one(b)
    }

    fn narrowed(
        &mut self,
        a: Term,
        b: Term,
        width: u32,
        op: fn(&mut Self, Term, Term) -> Term,
    ) -> Option<Term> {
        let (a, b) = (self.extract(a, 0, width), self.extract(b, 0, width));
        Some(op(self, a, b))
    }

    /// `high` above `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let (above, below) = (self.width(high), self.width(low));
        let width = above.checked_add(below).expect("a bit-vector of 2^32 bits");
        if let (Some(h), Some(l)) = (self.as_u64(high), self.as_u64(low))
            && width <= 64
        {
            return self.constant(width, h << below | l);
        }
        if self.is_zero(high) {
            return self.zext(low, width);
        }
        if let (true, true) = (self.is_const(high), self.is_const(low))
            && let (Some(h), Some(l)) = (self.as_bits(high), self.as_bits(low))
        {
            return self.bits(h.concat(&l));
        }
        if let Some(t) = self.rewrite(|p| p.concat_rules(high, low, width)) {
            return t;
        }
        self.intern(Node::Concat(high, low))
    }

    fn concat_rules(&mut self, high: Term, low: Term, width: u32) -> Option<Term> {
        match *self.node(high) {
            Node::Concat(a, b) => {
                let t = self.concat(b, low);
                return Some(self.concat(a, t));
            }
            Node::Zext { of, .. } => {
                let t = self.concat(of, low);
                return Some(self.zext(t, width));
            }
            _ => {}
        }
        match *self.node(low) {
            Node::Concat(a, b) => {
                let joined = self.join(high, a)?;
                Some(self.concat(joined, b))
            }
            Node::Zext { of, width: low_width } if self.is_const(high) => {
                let zeros = self.zero(low_width - self.width(of));
                let joined = self.concat(high, zeros);
                Some(self.concat(joined, of))
            }
            _ => self.join(high, low),
        }
    }

    /// `high` above `low` as something other than a concatenation.
    fn join(&mut self, high: Term, low: Term) -> Option<Term> {
        let (above, below) = (self.width(high), self.width(low));
        if self.is_const(high) && self.is_const(low) {
            return Some(self.concat(high, low));
        }
        if let Node::Extract { of, lo, .. } = *self.node(high)
            && lo >= below
            && self.may_be_part(of, low)
            && self.extract(of, lo - below, below) == low
        {
            return Some(self.extract(of, lo - below, above + below));
        }
        if let Node::Extract { of, lo, .. } = *self.node(low)
            && lo + below + above <= self.width(of)
            && self.may_be_part(of, high)
            && self.extract(of, lo + below, above) == high
        {
            return Some(self.extract(of, lo, above + below));
        }
        if let (Some((c, a, b)), Some((d, x, y))) = (self.constant_choice(high), self.constant_choice(low))
            && c == d
        {
            let (a, b) = (self.concat(a, x), self.concat(b, y));
            return Some(self.ite(c, a, b));
        }
        let sign = match *self.node(high) {
            Node::Sext { of, .. } if self.width(of) == 1 => Some(of),
            Node::Extract { width: 1, .. } => Some(high),
            _ => None,
        };
        if let Some(sign) = sign
            && self.extract(low, below - 1, 1) == sign
        {
            return Some(self.sext(low, above + below));
        }
        None
    }

    /// Whether `part` can be what `extract` gives of `of`: keeps `join` from making terms in vain.
    fn may_be_part(&self, of: Term, part: Term) -> bool {
        match *self.node(of) {
            Node::Symbol(_) | Node::Select(..) | Node::Fp { .. } | Node::Not(_) | Node::Neg(_) => {
                matches!(*self.node(part), Node::Extract { of: other, .. } if other == of)
            }
            _ => true,
        }
    }

    /// Zeros above.
    pub fn zext(&mut self, of: Term, width: u32) -> Term {
        let from = self.width(of);
        assert!(from <= width, "zext of {from} bits to {width}");
        if from == width {
            return of;
        }
        match *self.node(of) {
            Node::Const { value, .. } => return self.constant(width, value),
            Node::Wide(id) => {
                let value = self.wide_bits(id).zext(width);
                return self.bits(value);
            }
            Node::Zext { of: inner, .. } => return self.intern(Node::Zext { of: inner, width }),
            Node::Ite(..) | Node::Add(..) | Node::Mul(..) => {
                if let Some(t) = self.rewrite(|p| p.zext_rules(of, width)) {
                    return t;
                }
            }
            _ => {}
        }
        self.intern(Node::Zext { of, width })
    }

    fn zext_rules(&mut self, of: Term, width: u32) -> Option<Term> {
        let from = self.width(of);
        // A sum that cannot wrap is the same sum at any width: what was narrowed for a byte of it comes
        // back here when the bytes are put together.
        match *self.node(of) {
            Node::Ite(..) => self.per_choice(of, |p, k| p.zext(k, width)),
            Node::Add(a, b) if from <= 64 && self.extended(a) && self.extended(b) => {
                let most = self.range(a).1 as u128 + self.range(b).1 as u128;
                (most >> from == 0).then(|| {
                    let (a, b) = (self.zext(a, width), self.zext(b, width));
                    self.add(a, b)
                })
            }
            Node::Mul(a, b) if from <= 64 && self.extended(a) && self.extended(b) => {
                let most = self.range(a).1 as u128 * self.range(b).1 as u128;
                (most >> from == 0).then(|| {
                    let (a, b) = (self.zext(a, width), self.zext(b, width));
                    self.mul(a, b)
                })
            }
            _ => None,
        }
    }

    /// Whether a zero extension of `t` is no new extension.
    fn extended(&self, t: Term) -> bool {
        matches!(self.node(t), Node::Const { .. } | Node::Zext { .. })
    }

    /// Copies of the top bit above.
    pub fn sext(&mut self, of: Term, width: u32) -> Term {
        let from = self.width(of);
        assert!(from <= width, "sext of {from} bits to {width}");
        if from == width {
            return of;
        }
        match *self.node(of) {
            Node::Const { value, .. } if width <= 64 => {
                return self.constant(width, word::signed(from, value) as u64);
            }
            Node::Sext { of: inner, .. } => return self.intern(Node::Sext { of: inner, width }),
            _ => {}
        }
        if let Some(value) = self.as_bits(of) {
            return self.bits(value.sext(width));
        }
        if self.non_negative(of) {
            return self.zext(of, width);
        }
        if self.constant_choice(of).is_some()
            && let Some(t) = self.rewrite(|p| p.per_choice(of, |p, k| p.sext(k, width)))
        {
            return t;
        }
        self.intern(Node::Sext { of, width })
    }
}
