//! The pool: nodes, hash-consing, sorts.

use crate::Bits;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A term of one pool. Equality is identity.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Term(pub(crate) u32);

impl Term {
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

/// Index of an interned array literal (a table of constants).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ArrayId(pub u32);

/// What a term is. Operands were made before it, so a pass over indices visits them first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Node {
    /// Width up to 64.
    Const {
        width: u32,
        value: u64,
    },
    /// Any wider constant.
    Wide(Bits),
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
        args: SmallVec<[Term; 3]>,
    },
}
