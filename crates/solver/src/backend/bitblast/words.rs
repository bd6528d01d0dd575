//! Bit-vector operations as circuits. Least significant bit first.
//!
//! Source: the textbook circuits (Kroening and Strichman, Decision Procedures, chapter 6): ripple
//! carry, shift and add with Booth's recoding of constant factors, restoring division, barrel shift.
//! Guarantee: SMT-LIB's results, for division by zero too, which restoring division gives by itself.
//! Cost: linear in the width, quadratic for multiplication and division.

use super::gates::{FALSE, Gates, TRUE};
use rustsat::types::Lit;

pub(super) type Word = Vec<Lit>;

fn constant(word: &[Lit]) -> bool {
    word.iter().all(|lit| *lit == TRUE || *lit == FALSE)
}

impl Gates {
    pub fn not_word(&mut self, a: &[Lit]) -> Word {
        a.iter().map(|lit| !*lit).collect()
    }

    /// The sum and the carry out.
    fn adder(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Word, Lit) {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let half = self.xor(x, y);
            sum.push(self.xor(half, carry));
            carry = self.majority(x, y, carry);
        }
        (sum, carry)
    }

    pub fn add(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.adder(a, b, FALSE).0
    }

    pub fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let b = self.not_word(b);
        self.adder(a, &b, TRUE).0
    }

    pub fn neg(&mut self, a: &[Lit]) -> Word {
        let zero = vec![FALSE; a.len()];
        self.sub(&zero, a)
    }

    pub fn mux_word(&mut self, cond: Lit, then: &[Lit], other: &[Lit]) -> Word {
        then.iter().zip(other).map(|(&x, &y)| self.mux(cond, x, y)).collect()
    }

    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut same = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let bit = !self.xor(x, y);
            if bit == FALSE {
                return FALSE;
            }
            same.push(bit);
        }
        self.all(same)
    }

    /// The borrow out of `a - b`, with a borrow in: `a < b`, or `a <= b` if that is true.
    fn borrow(&mut self, a: &[Lit], b: &[Lit], start: Lit) -> Lit {
        let mut borrow = start;
        for (&x, &y) in a.iter().zip(b) {
            borrow = self.majority(!x, y, borrow);
        }
        borrow
    }

    pub fn less(&mut self, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
        let start = self.constant(or_equal);
        self.borrow(a, b, start)
    }

    pub fn less_signed(&mut self, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
        let top = a.len() - 1;
        let start = self.constant(or_equal);
        let low = self.borrow(&a[..top], &b[..top], start);
        // The sign counts the other way round.
        self.majority(a[top], !b[top], low)
    }

    pub fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let (a, b) = if constant(a) { (b, a) } else { (a, b) };
        if constant(b) {
            return self.mul_constant(a, b);
        }
        let width = a.len();
        let mut sum: Word = a.iter().map(|&lit| self.and(lit, b[0])).collect();
        for i in 1..width {
            if b[i] == FALSE {
                continue;
            }
            let partial: Word = a[..width - i].iter().map(|&lit| self.and(lit, b[i])).collect();
            let high = self.add(&sum[i..], &partial);
            sum.truncate(i);
            sum.extend(high);
        }
        sum
    }

    /// Shift and add, with runs of ones in the factor as one subtraction and one addition.
    fn mul_constant(&mut self, a: &[Lit], factor: &[Lit]) -> Word {
        let width = a.len();
        let mut sum = vec![FALSE; width];
        let mut carry = false;
        for i in 0..width {
            let bit = (factor[i] == TRUE) != carry;
            let next = i + 1 < width && factor[i + 1] == TRUE;
            if !bit {
                // Either 0 without a carry, or 1 with one, which carries on.
                carry = factor[i] == TRUE && carry;
                continue;
            }
            // An odd digit: +1 or, before another one, -1 with a carry.
            let part = &a[..width - i];
            let high = if next { self.sub(&sum[i..], part) } else { self.add(&sum[i..], part) };
            carry = next;
            sum.truncate(i);
            sum.extend(high);
        }
        sum
    }

    /// Quotient and remainder, by a circuit even for constant divisors: `n = q * d + r` would be smaller,
    /// but it has to be searched for where a circuit propagates, also by queries it is no part of.
    pub fn divide(&mut self, n: &[Lit], d: &[Lit]) -> (Word, Word) {
        let width = n.len();
        let mut quotient = vec![FALSE; width];
        let mut rest: Word = vec![FALSE; width];
        let mut divisor = d.to_vec();
        divisor.push(FALSE);
        for i in (0..width).rev() {
            let mut shifted = Vec::with_capacity(width + 1);
            shifted.push(n[i]);
            shifted.extend_from_slice(&rest);
            let fits = !self.less(&shifted, &divisor, false);
            let difference = self.sub(&shifted[..width], &divisor[..width]);
            rest = self.mux_word(fits, &difference, &shifted[..width]);
            quotient[i] = fits;
        }
        (quotient, rest)
    }

    fn absolute(&mut self, a: &[Lit]) -> Word {
        let negative = self.neg(a);
        self.mux_word(a[a.len() - 1], &negative, a)
    }

    pub fn divide_signed(&mut self, n: &[Lit], d: &[Lit]) -> Word {
        let top = n.len() - 1;
        let (x, y) = (self.absolute(n), self.absolute(d));
        let (quotient, _) = self.divide(&x, &y);
        let negative = self.neg(&quotient);
        let differ = self.xor(n[top], d[top]);
        self.mux_word(differ, &negative, &quotient)
    }

    pub fn remainder_signed(&mut self, n: &[Lit], d: &[Lit]) -> Word {
        let (x, y) = (self.absolute(n), self.absolute(d));
        let (_, rest) = self.divide(&x, &y);
        let negative = self.neg(&rest);
        self.mux_word(n[n.len() - 1], &negative, &rest)
    }

    pub fn shift_left(&mut self, a: &[Lit], by: &[Lit]) -> Word {
        let mirrored: Word = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&mirrored, by, FALSE);
        shifted.reverse();
        shifted
    }

    /// Bits above are `fill`; a shift by the width or more leaves nothing else.
    pub fn shift_right(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Word {
        let width = a.len();
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let mut word = a.to_vec();
        for (stage, &bit) in by.iter().enumerate().take(stages) {
            let distance = 1usize << stage;
            word = (0..width)
                .map(|i| {
                    let from = if i + distance < width { word[i + distance] } else { fill };
                    self.mux(bit, from, word[i])
                })
                .collect();
        }
        let beyond = self.any(by.iter().skip(stages).copied().collect());
        word.iter().map(|&lit| self.mux(beyond, fill, lit)).collect()
    }
}
