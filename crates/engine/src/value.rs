//! What a register holds.

use rethread_expr::Term;
use serde::{Deserialize, Serialize};

/// An object of one state. Ids count up along a run and are never used twice in it, so a pointer to
/// something that is gone stays recognisable; `Object::name` is what survives across runs.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ObjId(pub u32);

/// A scalar: aggregates and vectors are laid out over several registers when code is decoded.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Value {
    /// Up to 64 bits, zero-extended: an integer, a float's bit pattern, or an address that belongs
    /// to no known object (null is `Int(0)`).
    Int(u64),
    /// A pointer into an object.
    Ptr(ObjId, u64),
    /// Symbolic, or wider than 64 bits. In a pointer register: an address.
    Term(Term),
    /// A pointer into an object at a symbolic 64-bit offset.
    PtrTerm(ObjId, Term),
}

impl Value {
    pub const NULL: Value = Value::Int(0);

    pub fn bool(b: bool) -> Value {
        Value::Int(u64::from(b))
    }
}

/// How the bits of a scalar are meant.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    Int(u32),
    Ptr,
    Float(rethread_ir::FloatKind),
}

impl Kind {
    /// Width in bits.
    pub fn width(self) -> u32 {
        match self {
            Kind::Int(n) => n,
            Kind::Ptr => 64,
            Kind::Float(k) => k.bits(),
        }
    }

    /// Bytes in memory.
    pub fn size(self) -> u64 {
        u64::from(self.width().div_ceil(8))
    }
}

/// All ones below `width` (at most 64).
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The value of `width` bits as a signed number.
pub fn signed(v: u64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    ((v << shift) as i64) >> shift
}
