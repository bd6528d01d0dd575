//! Random terms for the tests of this crate.
#![allow(dead_code)]

use rethread_expr::{Bits, FpFormat, FpOp, SymbolKind, Term, Terms};
use rethread_solver::Model;

/// Splitmix64: the same numbers everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// Small and extreme values more often than uniformly.
    pub fn bits(&mut self, width: u32) -> Bits {
        let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
        match self.below(6) {
            0 => Bits::new(width, self.below(4)),
            1 => Bits::ones(width),
            2 => Bits::new(1, 1).concat(&Bits::zero(width)).extract(1, width),
            _ => Bits::from_words(width, &words),
        }
    }
}

/// How many cases: `RETHREAD_TERMS` or the given number.
pub fn cases(default: u64) -> u64 {
    std::env::var("RETHREAD_TERMS").ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// A pool with symbols to build terms from.
pub struct World {
    pub terms: Terms,
    pub symbols: Vec<Term>,
    pub arrays: Vec<Term>,
}

impl World {
    /// Symbols of the given widths, and arrays of the given index and element widths.
    pub fn new(widths: &[u32], arrays: &[(u32, u32)]) -> World {
        let mut terms = Terms::new();
        let symbols = widths
            .iter()
            .enumerate()
            .map(|(i, width)| terms.symbol(&format!("s{i}"), *width, SymbolKind::Input))
            .collect();
        let arrays = arrays
            .iter()
            .enumerate()
            .map(|(i, (index, element))| {
                terms.array_symbol(&format!("a{i}"), *index, *element, SymbolKind::Input)
            })
            .collect();
        World { terms, symbols, arrays }
    }

    /// `term` cut or extended to `width`.
    pub fn fit(&mut self, random: &mut Random, term: Term, width: u32) -> Term {
        let have = self.terms.width(term);
        if have > width {
            let lo = random.below(u64::from(have - width + 1)) as u32;
            self.terms.extract(term, lo, width)
        } else if have < width {
            match random.below(2) {
                0 => self.terms.zext(term, width),
                _ => self.terms.sext(term, width),
            }
        } else {
            term
        }
    }

    fn leaf(&mut self, random: &mut Random, width: u32) -> Term {
        if random.below(4) == 0 {
            let bits = random.bits(width);
            return self.terms.bits(bits);
        }
        let symbol = self.symbols[random.below(self.symbols.len() as u64) as usize];
        self.fit(random, symbol, width)
    }

    /// A random bit-vector term.
    pub fn term(&mut self, random: &mut Random, width: u32, depth: u32) -> Term {
        if depth == 0 || random.below(12) == 0 {
            return self.leaf(random, width);
        }
        let depth = depth - 1;
        if width == 1 && random.below(2) == 0 {
            return self.condition(random, depth);
        }
        match random.below(20) {
            0 => {
                let a = self.term(random, width, depth);
                self.terms.not(a)
            }
            1 => {
                let a = self.term(random, width, depth);
                self.terms.neg(a)
            }
            2 => {
                let c = self.condition(random, depth);
                let (a, b) = (self.term(random, width, depth), self.term(random, width, depth));
                self.terms.ite(c, a, b)
            }
            3 if width > 1 => {
                let high = 1 + random.below(u64::from(width - 1)) as u32;
                let (a, b) = (self.term(random, high, depth), self.term(random, width - high, depth));
                self.terms.concat(a, b)
            }
            4 => {
                let other = self.symbols[random.below(self.symbols.len() as u64) as usize];
                let other = self.terms.width(other);
                let a = self.term(random, other, depth);
                self.fit(random, a, width)
            }
            5 => self.select(random, width, depth),
            op => {
                let (a, b) = (self.term(random, width, depth), self.term(random, width, depth));
                let terms = &mut self.terms;
                match op {
                    6 => terms.and(a, b),
                    7 => terms.or(a, b),
                    8 => terms.xor(a, b),
                    9 | 10 => terms.add(a, b),
                    11 => terms.sub(a, b),
                    12 => terms.mul(a, b),
                    13 => terms.udiv(a, b),
                    14 => terms.urem(a, b),
                    15 => terms.sdiv(a, b),
                    16 => terms.srem(a, b),
                    17 => terms.shl(a, b),
                    18 => terms.lshr(a, b),
                    _ => terms.ashr(a, b),
                }
            }
        }
    }

    pub fn condition(&mut self, random: &mut Random, depth: u32) -> Term {
        let symbol = self.symbols[random.below(self.symbols.len() as u64) as usize];
        let width = self.terms.width(symbol);
        let (a, b) = (self.term(random, width, depth), self.term(random, width, depth));
        let terms = &mut self.terms;
        match random.below(7) {
            0 => terms.eq(a, b),
            1 => terms.ne(a, b),
            2 => terms.ult(a, b),
            3 => terms.ule(a, b),
            4 => terms.slt(a, b),
            5 => terms.sle(a, b),
            _ => terms.uge(a, b),
        }
    }

    fn select(&mut self, random: &mut Random, width: u32, depth: u32) -> Term {
        if self.arrays.is_empty() {
            return self.leaf(random, width);
        }
        let mut array = self.arrays[random.below(self.arrays.len() as u64) as usize];
        let (index, element) = self.terms.array_widths(array).expect("an array");
        if random.below(3) == 0 {
            let values: Vec<u64> = (0..1 + random.below(12)).map(|_| random.next()).collect();
            array = self.terms.table(index, element, &values);
        }
        for _ in 0..random.below(3) {
            let (at, value) =
                (self.term(random, index, depth.min(1)), self.term(random, element, depth.min(1)));
            array = self.terms.store(array, at, value);
        }
        let at = self.term(random, index, depth.min(2));
        let read = self.terms.select(array, at);
        self.fit(random, read, width)
    }

    /// Constraints that leave the values of these symbols as the only ones.
    pub fn fix(&mut self, model: &Model) -> Vec<Term> {
        let mut out = Vec::new();
        for (symbol, value) in model.iter() {
            let term = self.terms.symbol_term(symbol);
            let constant = self.terms.bits(value.bits().expect("bits"));
            out.push(self.terms.eq(term, constant));
        }
        out
    }
}

pub const FORMATS: [FpFormat; 6] =
    [FpFormat::Half, FpFormat::BFloat, FpFormat::Single, FpFormat::Double, FpFormat::X87, FpFormat::Quad];

/// A pattern that is interesting more often than a random one.
pub fn float_bits(random: &mut Random, format: FpFormat) -> Bits {
    let (exponent, fraction) = (format.exponent_bits(), format.precision() - 1);
    let sign = Bits::new(1, random.below(2));
    let bias = (1u64 << (exponent - 1)) - 1;
    let exponent_value = match random.below(5) {
        0 => 0,
        1 => 2 * bias + 1,
        2 => bias + random.below(70),
        _ => random.next(),
    };
    let exponent = Bits::new(exponent, exponent_value);
    let fraction = match random.below(3) {
        0 => Bits::zero(fraction),
        _ => Bits::from_words(fraction, &[random.next(), random.next()]),
    };
    let high = sign.concat(&exponent);
    let high = match format {
        // Mostly the integer bit that belongs to the exponent, sometimes the other.
        FpFormat::X87 => {
            let integer = exponent.is_zero() == (random.below(8) == 0);
            high.concat(&Bits::new(1, u64::from(integer)))
        }
        _ => high,
    };
    high.concat(&fraction)
}

pub const FLOAT_OPS: [FpOp; 17] = [
    FpOp::Add,
    FpOp::Sub,
    FpOp::Mul,
    FpOp::Div,
    FpOp::Neg,
    FpOp::Abs,
    FpOp::Sqrt,
    FpOp::Fma,
    FpOp::Min,
    FpOp::Max,
    FpOp::Floor,
    FpOp::Ceil,
    FpOp::Trunc,
    FpOp::RoundEven,
    FpOp::RoundAway,
    FpOp::Eq,
    FpOp::Lt,
];
