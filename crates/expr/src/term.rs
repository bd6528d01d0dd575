//! What a term is: nodes, sorts, symbols, float operations.
//!
//! A [`Node`] is a small `Copy` value; what does not fit (wide constants, tables, names) lies in the
//! pool and is named by an index.

use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A term of one pool. Equality is identity.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Term(pub(crate) u32);

impl Term {
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A free variable of one pool.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Symbol(pub u32);

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum SymbolKind {
    /// A program input: it is part of a test.
    Input,
    /// Content of memory nobody wrote: deciding anything on it is a bug.
    Uninit,
    /// Result of something rethread has no model for.
    Unknown,
    /// What a state has somewhere: the variable of a formula about states.
    Place,
}

/// What the pool knows about a symbol.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SymbolInfo {
    pub name: Arc<str>,
    pub sort: Sort,
    pub kind: SymbolKind,
}

/// What occurs in a term, itself included.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags {
    /// A float operation.
    pub has_fp: bool,
    /// An array: a select, a store, a table or an array symbol.
    pub has_array: bool,
    /// A symbol of [`SymbolKind::Uninit`].
    pub has_uninit: bool,
    /// A symbol of [`SymbolKind::Unknown`].
    pub has_unknown: bool,
    /// A product of two unknown factors, or a quotient: much work for a solver.
    pub has_product: bool,
    /// A symbol of any kind but [`SymbolKind::Place`].
    pub has_other: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Sort {
    Bv(u32),
    /// From `index`-bit vectors to `element`-bit vectors.
    Array {
        index: u32,
        element: u32,
    },
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FpFormat {
    Half,
    BFloat,
    Single,
    Double,
    X87,
    Quad,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FpOp {
    Add,
    Sub,
    Mul,
    Div,
    /// C's fmod.
    Rem,
    Neg,
    Abs,
    Sqrt,
    Fma,
    /// IEEE minNum/maxNum (C fmin/fmax).
    Min,
    Max,
    /// Round to integral: towards -inf, +inf, zero, nearest-even, nearest-away.
    Floor,
    Ceil,
    Trunc,
    RoundEven,
    RoundAway,
    /// Comparisons, ordered, result width 1.
    Eq,
    Lt,
    Le,
    IsNan,
    /// To another format; the node's width is the target's.
    ToFp(FpFormat),
    /// From a signed or unsigned integer of any width to `FpFormat` (round to nearest even).
    FromSigned,
    FromUnsigned,
    /// To a signed or unsigned integer of the given width, towards zero; unspecified (canonically
    /// zero here and in the solver) when out of range or NaN.
    ToSigned(u32),
    ToUnsigned(u32),
}

impl FpFormat {
    /// Width of the pattern in bits.
    pub fn width(self) -> u32 {
        match self {
            FpFormat::Half | FpFormat::BFloat => 16,
            FpFormat::Single => 32,
            FpFormat::Double => 64,
            FpFormat::X87 => 80,
            FpFormat::Quad => 128,
        }
    }

    /// Bits of the significand, the leading one included: integers of up to so many bits are exact.
    pub fn precision(self) -> u32 {
        match self {
            FpFormat::Half => 11,
            FpFormat::BFloat => 8,
            FpFormat::Single => 24,
            FpFormat::Double => 53,
            FpFormat::X87 => 64,
            FpFormat::Quad => 113,
        }
    }

    pub fn exponent_bits(self) -> u32 {
        match self {
            FpFormat::Half => 5,
            FpFormat::BFloat | FpFormat::Single => 8,
            FpFormat::Double => 11,
            FpFormat::X87 | FpFormat::Quad => 15,
        }
    }
}

impl FpOp {
    pub fn arity(self) -> usize {
        match self {
            FpOp::Add | FpOp::Sub | FpOp::Mul | FpOp::Div | FpOp::Rem | FpOp::Min | FpOp::Max => 2,
            FpOp::Eq | FpOp::Lt | FpOp::Le => 2,
            FpOp::Fma => 3,
            _ => 1,
        }
    }

    /// Width of the result, for operands (for From*: a result) of `format`.
    pub fn result_width(self, format: FpFormat) -> u32 {
        match self {
            FpOp::Eq | FpOp::Lt | FpOp::Le | FpOp::IsNan => 1,
            FpOp::ToFp(to) => to.width(),
            FpOp::ToSigned(width) | FpOp::ToUnsigned(width) => width,
            _ => format.width(),
        }
    }
}

/// The one to three operands of a float operation; reads as a slice.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FpArgs([Term; 3]);

impl FpArgs {
    const NONE: Term = Term(u32::MAX);

    /// `None` unless there are one to three.
    pub(crate) fn new(args: &[Term]) -> Option<FpArgs> {
        if args.is_empty() || args.len() > 3 {
            return None;
        }
        let mut out = [Self::NONE; 3];
        out[..args.len()].copy_from_slice(args);
        Some(FpArgs(out))
    }
}

impl DerefMut for FpArgs {
    fn deref_mut(&mut self) -> &mut [Term] {
        let used = self.len();
        &mut self.0[..used]
    }
}

impl Deref for FpArgs {
    type Target = [Term];

    #[inline]
    fn deref(&self) -> &[Term] {
        let used = self.0.iter().position(|t| *t == Self::NONE).unwrap_or(3);
        &self.0[..used]
    }
}

/// Index of an interned constant of more than 64 bits; [`crate::Terms::as_bits`] gives its value.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct WideId(pub(crate) u32);

/// An array of constants. Indices beyond the values hold zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Table {
    pub index_width: u32,
    pub element_width: u32,
    pub values: Arc<[u64]>,
}

/// Index of an interned array literal (a table of constants).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ArrayId(pub u32);

/// What a term is. Operands were made before it, so a pass over indices visits them first.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Node {
    /// Width up to 64.
    Const {
        width: u32,
        value: u64,
    },
    /// Any wider constant.
    Wide(WideId),
    Symbol(Symbol),
    Not(Term),
    Neg(Term),
    And(Term, Term),
    Or(Term, Term),
    Xor(Term, Term),
    Add(Term, Term),
    Sub(Term, Term),
    Mul(Term, Term),
    Udiv(Term, Term),
    Urem(Term, Term),
    Sdiv(Term, Term),
    Srem(Term, Term),
    Shl(Term, Term),
    Lshr(Term, Term),
    Ashr(Term, Term),
    /// High part first.
    Concat(Term, Term),
    /// Bits `lo .. lo + width`.
    Extract {
        of: Term,
        lo: u32,
        width: u32,
    },
    Zext {
        of: Term,
        width: u32,
    },
    Sext {
        of: Term,
        width: u32,
    },
    Eq(Term, Term),
    Ult(Term, Term),
    Ule(Term, Term),
    Slt(Term, Term),
    Sle(Term, Term),
    Ite(Term, Term, Term),
    /// An array of constants: index i holds element i, everything beyond holds zero.
    Table(ArrayId),
    Select(Term, Term),
    Store(Term, Term, Term),
    /// `format` is the format of the operands (of the result for From*).
    Fp {
        op: FpOp,
        format: FpFormat,
        args: FpArgs,
    },
}

/// Calls `f` with every operand, left to right.
macro_rules! operands {
    ($node:expr, $f:expr, $iter:ident) => {
        match $node {
            Node::Const { .. } | Node::Wide(_) | Node::Symbol(_) | Node::Table(_) => {}
            Node::Not(a) | Node::Neg(a) => $f(a),
            Node::Extract { of, .. } | Node::Zext { of, .. } | Node::Sext { of, .. } => $f(of),
            Node::And(a, b)
            | Node::Or(a, b)
            | Node::Xor(a, b)
            | Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Udiv(a, b)
            | Node::Urem(a, b)
            | Node::Sdiv(a, b)
            | Node::Srem(a, b)
            | Node::Shl(a, b)
            | Node::Lshr(a, b)
            | Node::Ashr(a, b)
            | Node::Concat(a, b)
            | Node::Eq(a, b)
            | Node::Ult(a, b)
            | Node::Ule(a, b)
            | Node::Slt(a, b)
            | Node::Sle(a, b)
            | Node::Select(a, b) => {
                $f(a);
                $f(b);
            }
            Node::Ite(a, b, c) | Node::Store(a, b, c) => {
                $f(a);
                $f(b);
                $f(c);
            }
            Node::Fp { args, .. } => args.$iter().for_each($f),
        }
    };
}

impl Node {
    /// Calls `f` with every operand, left to right.
    #[inline]
    pub fn for_each_operand(&self, mut f: impl FnMut(Term)) {
        let mut f = |t: &Term| f(*t);
        operands!(self, f, iter)
    }

    pub(crate) fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Term)) {
        operands!(self, f, iter_mut)
    }
}
