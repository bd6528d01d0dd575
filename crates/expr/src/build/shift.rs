//! Shifts. By a constant they are concatenations and extracts: what byte-wise memory, hashes and
//! checksums are made of then meets in one form, and costs the solver nothing.

use crate::term::{Node, Term};
use crate::{Terms, word};

impl Terms {
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        self.common_width(a, b);
        if let Some(t) = self.fold(a, b, word::shl, |x, y| x.shl(y)) {
            return t;
        }
        if let Some(t) = self.rewrite(|p| p.shl_rules(a, b)) {
            return t;
        }
        self.intern(Node::Shl(a, b))
    }

    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        self.common_width(a, b);
        if let Some(t) = self.fold(a, b, word::lshr, |x, y| x.lshr(y)) {
            return t;
        }
        if let Some(t) = self.rewrite(|p| p.lshr_rules(a, b)) {
            return t;
        }
        self.intern(Node::Lshr(a, b))
    }

    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        self.common_width(a, b);
        if let Some(t) = self.fold(a, b, word::ashr, |x, y| x.ashr(y)) {
            return t;
        }
        if let Some(t) = self.rewrite(|p| p.ashr_rules(a, b)) {
            return t;
        }
        self.intern(Node::Ashr(a, b))
    }

    /// A constant shift amount, the width for everything from the width on.
    fn shift_amount(&self, b: Term, width: u32) -> Option<u32> {
        let too_far = width <= 64 && self.range(b).0 >= width as u64;
        if too_far {
            return Some(width);
        }
        let by = self.as_bits(b)?;
        Some(by.as_u64().map_or(width, |by| by.min(width as u64) as u32))
    }

    fn shl_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.is_zero(a) {
            return Some(a);
        }
        let by = self.shift_amount(b, width)?;
        if by == 0 {
            return Some(a);
        }
        if by == width {
            return Some(self.zero(width));
        }
        let kept = width - by;
        let kept = match *self.node(a) {
            Node::Add(x, c) if self.is_const(c) => {
                let (x, c) = (self.extract(x, 0, kept), self.extract(c, 0, kept));
                self.add(x, c)
            }
            _ => self.extract(a, 0, kept),
        };
        Some(self.zero_below(kept, by))
    }

    fn lshr_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.is_zero(a) {
            return Some(a);
        }
        let by = self.shift_amount(b, width)?;
        if by == width {
            return Some(self.zero(width));
        }
        let kept = self.extract(a, by, width - by);
        Some(self.zext(kept, width))
    }

    fn ashr_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.non_negative(a) {
            return Some(self.lshr(a, b));
        }
        if self.is_ones(a) {
            return Some(a);
        }
        let by = self.shift_amount(b, width)?.min(width - 1);
        let kept = self.extract(a, by, width - by);
        Some(self.sext(kept, width))
    }
}
