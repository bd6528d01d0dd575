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
    ///
    /// After `k` steps the rest is at most the `k` leading bits of `n` as a number, so each step looks at no
    /// more bits than that, and asks of the divisor's other bits only whether there is a one among them.
    pub fn divide(&mut self, n: &[Lit], d: &[Lit]) -> (Word, Word) {
        let width = n.len();
        // none_above[i]: the divisor's bits from i on are zero.
        let mut none_above = vec![TRUE; width + 1];
        for i in (0..width).rev() {
            none_above[i] = self.and(none_above[i + 1], !d[i]);
        }
        let mut quotient = vec![FALSE; width];
        let mut rest: Word = Vec::with_capacity(width);
        for i in (0..width).rev() {
            rest.insert(0, n[i]);
            // Zeros so far: only nothing goes into nothing.
            if rest.iter().all(|lit| *lit == FALSE) {
                rest.clear();
                quotient[i] = none_above[0];
                continue;
            }
            let divisor = &d[..rest.len()];
            let (difference, no_borrow) = {
                let inverted = self.not_word(divisor);
                self.adder(&rest, &inverted, TRUE)
            };
            let fits = self.and(no_borrow, none_above[rest.len()]);
            rest = self.mux_word(fits, &difference, &rest);
            quotient[i] = fits;
        }
        rest.resize(width, FALSE);
        (quotient, rest)
    }

    /// `-a` if `cond`, else `a`.
    fn negated_if(&mut self, cond: Lit, a: &[Lit]) -> Word {
        if cond == FALSE {
            return a.to_vec();
        }
        let negative = self.neg(a);
        self.mux_word(cond, &negative, a)
    }

    pub fn divide_signed(&mut self, n: &[Lit], d: &[Lit]) -> Word {
        let top = n.len() - 1;
        let (x, y) = (self.negated_if(n[top], n), self.negated_if(d[top], d));
        let (quotient, _) = self.divide(&x, &y);
        let differ = self.xor(n[top], d[top]);
        self.negated_if(differ, &quotient)
    }

    pub fn remainder_signed(&mut self, n: &[Lit], d: &[Lit]) -> Word {
        let top = n.len() - 1;
        let (x, y) = (self.negated_if(n[top], n), self.negated_if(d[top], d));
        let (_, rest) = self.divide(&x, &y);
        self.negated_if(n[top], &rest)
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
