//! Equations between sums: what both sides have is taken away, and what is left is written one way.
//!
//! Why: behind a loop a sum is built up step by step, and a check compares it with one that is built another way. Seen as
//! polynomials both are the same, and what has to hold before each round is the same term.

use crate::Terms;
use crate::term::{Node, Term};
use crate::word::mask;
use smallvec::SmallVec;

/// Terms that are looked at.
const MAX_NODES: usize = 32;
/// Different summands.
const MAX_PARTS: usize = 12;

/// Summands with their factors, each once, and a constant. All numbers are modulo the width.
struct Sum {
    parts: SmallVec<[(Term, u64); MAX_PARTS]>,
    constant: u64,
    /// Summands before those that are the same were put together.
    given: usize,
}

impl Terms {
    /// `a = b`, if that can be said more simply: width is at most 64.
    pub(super) fn eq_sums(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if !self.is_sum(a) && !self.is_sum(b) {
            return None;
        }
        let sum = self.difference(a, b, width)?;
        match sum.parts[..] {
            [] => Some(if sum.constant == 0 { self.tru() } else { self.fls() }),
            [(x, factor)] if factor & 1 == 1 => {
                let value = sum.constant.wrapping_neg().wrapping_mul(inverse(factor)) & mask(width);
                let value = self.constant(width, value);
                Some(self.eq(x, value))
            }
            _ if sum.given > sum.parts.len() || sum.parts.len() > 2 => {
                let (x, y) = self.sides(sum, width);
                let (x, y) = self.ordered(x, y);
                ((x, y) != (a, b)).then(|| self.intern(Node::Eq(x, y)))
            }
            _ => None,
        }
    }

    fn is_sum(&self, t: Term) -> bool {
        matches!(self.node(t), Node::Add(..) | Node::Sub(..) | Node::Neg(_))
    }

    /// `a - b`. None if that is too much.
    fn difference(&mut self, a: Term, b: Term, width: u32) -> Option<Sum> {
        let mut sum = Sum { parts: SmallVec::new(), constant: 0, given: 0 };
        let mut todo: SmallVec<[(Term, u64); MAX_NODES]> = SmallVec::new();
        todo.extend([(a, 1), (b, u64::MAX)]);
        let mut left = MAX_NODES;
        while let Some((t, factor)) = todo.pop() {
            left = left.checked_sub(1)?;
            if let Some(value) = self.as_u64(t) {
                sum.constant = sum.constant.wrapping_add(value.wrapping_mul(factor));
                continue;
            }
            match *self.node(t) {
                Node::Add(x, y) => todo.extend([(x, factor), (y, factor)]),
                Node::Sub(x, y) => todo.extend([(x, factor), (y, factor.wrapping_neg())]),
                Node::Neg(x) => todo.push((x, factor.wrapping_neg())),
                // -x - 1
                Node::Not(x) => {
                    sum.constant = sum.constant.wrapping_sub(factor);
                    todo.push((x, factor.wrapping_neg()));
                }
                Node::Concat(high, low) => match self.shifted(high, low, width) {
                    Some((x, by, low)) => {
                        sum.constant = sum.constant.wrapping_add(low.wrapping_mul(factor));
                        todo.push((x, factor << by));
                    }
                    None => sum.add(t, factor)?,
                },
                Node::Mul(x, c) if self.is_const(c) => {
                    todo.push((x, factor.wrapping_mul(self.as_u64(c)?)));
                }
                Node::Mul(x, y) => match self.product(x, y).or_else(|| self.product(y, x)) {
                    Some((of, times)) => {
                        let rest = self.mul(of, times.0);
                        todo.extend([(rest, factor), (times.0, factor.wrapping_mul(times.1))]);
                    }
                    None => sum.add(t, factor)?,
                },
                _ => sum.add(t, factor)?,
            }
        }
        sum.constant &= mask(width);
        sum.parts.iter_mut().for_each(|p| p.1 &= mask(width));
        sum.parts.retain(|p| p.1 != 0);
        sum.parts.sort_unstable();
        Some(sum)
    }

    /// The bits of a whole term but the highest, above a constant: that is how it is shifted to the left.
    fn shifted(&self, high: Term, low: Term, width: u32) -> Option<(Term, u32, u64)> {
        match *self.node(high) {
            Node::Extract { of, lo: 0, .. } if self.width(of) == width => {
                Some((of, self.width(low), self.as_u64(low)?))
            }
            _ => None,
        }
    }

    /// `(of + c) * y`: of, and y with c.
    fn product(&self, x: Term, y: Term) -> Option<(Term, (Term, u64))> {
        match *self.node(x) {
            Node::Add(of, c) => Some((of, (y, self.as_u64(c)?))),
            _ => None,
        }
    }

    /// Two sums that are the same if and only if this one is zero. The oldest summand is on the first side.
    fn sides(&mut self, mut sum: Sum, width: u32) -> (Term, Term) {
        let half = mask(width) / 2;
        if sum.parts[0].1 > half {
            sum.parts.iter_mut().for_each(|p| p.1 = p.1.wrapping_neg() & mask(width));
            sum.constant = sum.constant.wrapping_neg() & mask(width);
        }
        let zero = self.constant(width, 0);
        let mut sides = [zero, zero];
        for (t, factor) in sum.parts {
            let (side, factor) = if factor > half { (1, factor.wrapping_neg()) } else { (0, factor) };
            let factor = self.constant(width, factor & mask(width));
            let part = self.mul(t, factor);
            sides[side] = self.add(sides[side], part);
        }
        let constant = self.constant(width, sum.constant.wrapping_neg() & mask(width));
        (sides[0], self.add(sides[1], constant))
    }
}

impl Sum {
    fn add(&mut self, t: Term, factor: u64) -> Option<()> {
        self.given += 1;
        match self.parts.iter().position(|p| p.0 == t) {
            Some(i) => self.parts[i].1 = self.parts[i].1.wrapping_add(factor),
            None if self.parts.len() == MAX_PARTS => return None,
            None => self.parts.push((t, factor)),
        }
        Some(())
    }
}

/// Of an odd number, modulo 2^64: each round doubles the bits that are right.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}
