//! Constants and initialisers.

use crate::{BinOp, BlockId, CastOp, FloatKind, FuncId, GlobalId, IcmpPred, TypeId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An integer of any width, little-endian words, bits above the width are zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct IntConst {
    pub bits: u32,
    pub words: SmallVec<[u64; 1]>,
}

impl IntConst {
    pub fn new(bits: u32, value: u64) -> Self {
        let value = if bits < 64 { value & ((1 << bits) - 1) } else { value };
        let mut words = SmallVec::from_elem(0, bits.div_ceil(64).max(1) as usize);
        words[0] = value;
        IntConst { bits, words }
    }

    /// The value, if it fits 64 bits.
    pub fn as_u64(&self) -> Option<u64> {
        self.words[1..].iter().all(|&w| w == 0).then_some(self.words[0])
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Const {
    Int(IntConst),
    /// The bit pattern in the format's own width.
    Float(FloatKind, u128),
    Null,
    Undef(TypeId),
    Poison(TypeId),
    /// All bytes zero, of any type.
    Zero(TypeId),
    Global(GlobalId),
    Function(FuncId),
    /// `&&label` of GNU C.
    BlockAddress(FuncId, BlockId),
    /// Struct, array or vector, element by element.
    Aggregate(TypeId, Vec<Const>),
    /// An array or vector of bytes (`[n x i8]`).
    Bytes(TypeId, Vec<u8>),
    Expr(Box<ConstExpr>),
}

/// Computations with addresses that only the machine can finish.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ConstExpr {
    /// `base` plus a byte offset.
    Offset {
        base: Const,
        offset: i64,
    },
    Cast {
        op: CastOp,
        value: Const,
        from: TypeId,
        to: TypeId,
    },
    Binary {
        op: BinOp,
        ty: TypeId,
        lhs: Const,
        rhs: Const,
    },
    Icmp {
        pred: IcmpPred,
        ty: TypeId,
        lhs: Const,
        rhs: Const,
    },
    Select {
        cond: Const,
        yes: Const,
        no: Const,
    },
    /// Anything else, by its printed form; an error when it is evaluated.
    Unsupported(String),
}
