//! The constructors. Each one folds constants, orders operands, tries its rules, and interns what is
//! left.
//!
//! Guarantee: the result evaluates to what the operation on the operands evaluates to, under every
//! assignment. Cost: a constructor that is called from outside may call at most [`FUEL`] others while
//! it rewrites; after that they only fold and intern. So neither time nor stack grows with the depth
//! of the operands, and no rule may rely on another one having been applied.

mod arithmetic;
mod array;
mod bitwise;
mod compare;
mod float;
mod ite;
mod linear;
mod shift;
mod structure;

use crate::term::{Node, Term};
use crate::{Bits, Terms};

const FUEL: u32 = 64;

impl Terms {
    /// Runs `rules` unless the fuel of the outermost constructor is used up.
    #[inline]
    fn rewrite(&mut self, rules: impl FnOnce(&mut Self) -> Option<Term>) -> Option<Term> {
        if self.nesting == 0 {
            self.fuel = FUEL;
        }
        if self.fuel == 0 {
            return None;
        }
        self.fuel -= 1;
        self.nesting += 1;
        let result = rules(self);
        self.nesting -= 1;
        result
    }

    /// The width both operands have.
    #[inline]
    fn common_width(&self, a: Term, b: Term) -> u32 {
        let (a, b) = (&self.meta[a.index()], &self.meta[b.index()]);
        assert!(
            a.width == b.width && a.index_width | b.index_width == 0,
            "operands of different sorts: {:?} and {:?}",
            a.sort(),
            b.sort()
        );
        a.width
    }

    /// The constant that two constants give.
    #[inline]
    fn fold(
        &mut self,
        a: Term,
        b: Term,
        narrow: impl FnOnce(u32, u64, u64) -> u64,
        wide: impl FnOnce(&Bits, &Bits) -> Bits,
    ) -> Option<Term> {
        match (*self.node(a), *self.node(b)) {
            (Node::Const { width, value: x }, Node::Const { value: y, .. }) => {
                Some(self.constant(width, narrow(width, x, y)))
            }
            (Node::Wide(x), Node::Wide(y)) => {
                let value = wide(self.wide_bits(x), self.wide_bits(y));
                Some(self.bits(value))
            }
            _ => None,
        }
    }

    /// Operands of a commutative operation in their canonical order: constants last, else by age.
    #[inline]
    fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        match (self.is_const(a), self.is_const(b)) {
            (true, false) => (b, a),
            (false, true) => (a, b),
            _ => (a.min(b), a.max(b)),
        }
    }

    fn zero(&mut self, width: u32) -> Term {
        self.constant(width, 0)
    }

    fn ones(&mut self, width: u32) -> Term {
        if width <= 64 { self.constant(width, u64::MAX) } else { self.bits(Bits::ones(width)) }
    }

    #[inline]
    fn is_zero(&self, t: Term) -> bool {
        match self.node(t) {
            Node::Const { value, .. } => *value == 0,
            Node::Wide(id) => self.wide_bits(*id).is_zero(),
            _ => false,
        }
    }

    #[inline]
    fn is_one(&self, t: Term) -> bool {
        match self.node(t) {
            Node::Const { value, .. } => *value == 1,
            Node::Wide(id) => self.wide_bits(*id).as_u64() == Some(1),
            _ => false,
        }
    }

    #[inline]
    fn is_ones(&self, t: Term) -> bool {
        match self.node(t) {
            Node::Const { width, value } => *value == crate::word::mask(*width),
            Node::Wide(id) => self.wide_bits(*id).is_ones(),
            _ => false,
        }
    }

    /// k if `t` is the constant 2^k.
    fn log2(&self, t: Term) -> Option<u32> {
        match self.node(t) {
            Node::Const { value, .. } if value.is_power_of_two() => Some(value.trailing_zeros()),
            Node::Wide(id) => {
                let bits = self.wide_bits(*id);
                let set: u32 = bits.words().iter().map(|w| w.count_ones()).sum();
                (set == 1).then(|| (0..bits.width()).find(|i| bits.bit(*i)).unwrap_or(0))
            }
            _ => None,
        }
    }

    /// `(c, k1, k2)` if `t` chooses between two constants.
    #[inline]
    fn constant_choice(&self, t: Term) -> Option<(Term, Term, Term)> {
        match *self.node(t) {
            Node::Ite(c, a, b) if self.is_const(a) && self.is_const(b) => Some((c, a, b)),
            _ => None,
        }
    }

    /// `op(ite(c, k1, k2), b)` as `ite(c, op(k1, b), op(k2, b))`, all constants.
    fn per_choice(&mut self, a: Term, mut op: impl FnMut(&mut Self, Term) -> Term) -> Option<Term> {
        let (c, x, y) = self.constant_choice(a)?;
        let (x, y) = (op(self, x), op(self, y));
        Some(self.ite(c, x, y))
    }

    /// How many low bits can be other than zero.
    fn used_bits(&self, t: Term) -> u32 {
        let width = self.width(t);
        if width <= 64 {
            return 64 - self.range(t).1.leading_zeros();
        }
        match *self.node(t) {
            Node::Zext { of, .. } if self.width(of) <= 64 => self.used_bits(of),
            Node::Zext { of, .. } => self.width(of),
            _ => width,
        }
    }

    /// A number of low bits that are zero.
    fn zero_bits(&self, t: Term) -> u32 {
        let mut at = t;
        // The low end of a concatenation; a bound, as a long one has a long spine.
        for _ in 0..16 {
            match *self.node(at) {
                Node::Concat(_, low) => at = low,
                Node::Zext { of, .. } => at = of,
                Node::Const { value: 0, width } => return width,
                Node::Const { value, .. } => return value.trailing_zeros(),
                _ => return 0,
            }
        }
        0
    }

    /// Whether the top bit is surely zero.
    fn non_negative(&self, t: Term) -> bool {
        let width = self.width(t);
        if width <= 64 {
            return self.range(t).1 >> (width - 1) == 0;
        }
        match *self.node(t) {
            Node::Zext { of, .. } => self.width(of) < width,
            Node::Wide(id) => !self.wide_bits(id).is_negative(),
            _ => false,
        }
    }

    /// Whether the top bit is surely one.
    fn negative(&self, t: Term) -> bool {
        let width = self.width(t);
        match *self.node(t) {
            Node::Wide(id) => self.wide_bits(id).is_negative(),
            _ => width <= 64 && self.range(t).0 >> (width - 1) == 1,
        }
    }

    /// Whether `a` and `b` are surely each other's complement, as far as structure tells.
    fn complements(&self, a: Term, b: Term) -> bool {
        match (*self.node(a), *self.node(b)) {
            (Node::Not(x), _) if x == b => true,
            (_, Node::Not(y)) if y == a => true,
            (Node::Ult(p, q), Node::Ule(r, s)) | (Node::Ule(r, s), Node::Ult(p, q)) => p == s && q == r,
            (Node::Slt(p, q), Node::Sle(r, s)) | (Node::Sle(r, s), Node::Slt(p, q)) => p == s && q == r,
            (Node::Ult(p, q), Node::Ult(r, s)) => {
                // x < c against c - 1 < x.
                let below = |c, d| matches!((self.as_u64(c), self.as_u64(d)), (Some(c), Some(d)) if d.checked_add(1) == Some(c));
                p == s && below(q, r) || r == q && below(s, p)
            }
            (Node::Slt(p, q), Node::Slt(r, s)) => {
                let width = self.width(p);
                let signed = |t| self.as_u64(t).map(|v| crate::word::signed(width, v));
                let below = |c, d| matches!((signed(c), signed(d)), (Some(c), Some(d)) if d.checked_add(1) == Some(c));
                p == s && below(q, r) || r == q && below(s, p)
            }
            _ => false,
        }
    }

    /// Makes `node` again with its operands mapped.
    pub(crate) fn rebuild(&mut self, node: Node, mut f: impl FnMut(Term) -> Term) -> Term {
        match node {
            Node::Const { .. } | Node::Wide(_) | Node::Symbol(_) | Node::Table(_) => self.intern(node),
            Node::Not(a) => self.not(f(a)),
            Node::Neg(a) => self.neg(f(a)),
            Node::And(a, b) => self.and(f(a), f(b)),
            Node::Or(a, b) => self.or(f(a), f(b)),
            Node::Xor(a, b) => self.xor(f(a), f(b)),
            Node::Add(a, b) => self.add(f(a), f(b)),
            Node::Sub(a, b) => self.sub(f(a), f(b)),
            Node::Mul(a, b) => self.mul(f(a), f(b)),
            Node::Udiv(a, b) => self.udiv(f(a), f(b)),
            Node::Urem(a, b) => self.urem(f(a), f(b)),
            Node::Sdiv(a, b) => self.sdiv(f(a), f(b)),
            Node::Srem(a, b) => self.srem(f(a), f(b)),
            Node::Shl(a, b) => self.shl(f(a), f(b)),
            Node::Lshr(a, b) => self.lshr(f(a), f(b)),
            Node::Ashr(a, b) => self.ashr(f(a), f(b)),
            Node::Concat(a, b) => self.concat(f(a), f(b)),
            Node::Extract { of, lo, width } => self.extract(f(of), lo, width),
            Node::Zext { of, width } => self.zext(f(of), width),
            Node::Sext { of, width } => self.sext(f(of), width),
            Node::Eq(a, b) => self.eq(f(a), f(b)),
            Node::Ult(a, b) => self.ult(f(a), f(b)),
            Node::Ule(a, b) => self.ule(f(a), f(b)),
            Node::Slt(a, b) => self.slt(f(a), f(b)),
            Node::Sle(a, b) => self.sle(f(a), f(b)),
            Node::Ite(a, b, c) => self.ite(f(a), f(b), f(c)),
            Node::Select(a, b) => self.select(f(a), f(b)),
            Node::Store(a, b, c) => self.store(f(a), f(b), f(c)),
            Node::Fp { op, format, args } => {
                let mapped: smallvec::SmallVec<[Term; 3]> = args.iter().map(|t| f(*t)).collect();
                self.fp(op, format, &mapped)
            }
        }
    }
}
