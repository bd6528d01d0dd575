//! Instructions.

use crate::{Const, LocId, TypeId};
use serde::{Deserialize, Serialize};

macro_rules! id {
    ($($(#[$m:meta])* $name:ident),*) => { $(
        $(#[$m])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        pub struct $name(pub u32);
    )* };
}
id!(
    /// Index into `Program::functions`.
    FuncId,
    /// Index into `Program::globals`.
    GlobalId,
    /// Index into `Function::blocks`.
    BlockId,
    /// Index into `Function::regs`. Parameters come first.
    Reg
);

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Operand {
    Reg(Reg),
    Const(Const),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Inst {
    pub dest: Option<Reg>,
    pub op: Op,
    pub loc: LocId,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Udiv,
    Sdiv,
    Urem,
    Srem,
    Shl,
    Lshr,
    Ashr,
    And,
    Or,
    Xor,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FBinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// `nuw`, `nsw`, `exact`, and what C knows but LLVM does not say.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct ArithFlags {
    pub nuw: bool,
    pub nsw: bool,
    pub exact: bool,
    /// C's `<<` of a signed value, which must not be negative and must still fit when shifted. Stricter
    /// than `nsw`, which optimisers put on products. Set only with `LoadOptions::find_signed_shifts`.
    pub signed_base: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum IcmpPred {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FcmpPred {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CastOp {
    Trunc,
    Zext,
    Sext,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    IntToPtr,
    Bitcast,
    AddrSpaceCast,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ordering {
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    Umax,
    Umin,
    Fadd,
    Fsub,
    Fmax,
    Fmin,
    UincWrap,
    UdecWrap,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Operand),
}

/// One actual argument.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Arg {
    pub value: Operand,
    pub ty: TypeId,
    /// `byval(T)`: the callee gets a copy of the T that the pointer points to.
    pub byval: Option<TypeId>,
    /// `sret(T)`: the callee writes its result, a T, where the pointer points.
    pub sret: Option<TypeId>,
}

/// One summand of an address: `index * stride`, the index sign-extended to 64 bits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GepTerm {
    pub index: Operand,
    pub index_ty: TypeId,
    pub stride: u64,
}

/// A memory access.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Access {
    pub ty: TypeId,
    pub align: u64,
    pub volatile: bool,
    /// None for a plain access.
    pub order: Option<Ordering>,
}

/// Vector operands are allowed wherever LLVM allows them: `ty` says so, the operation is per lane.
/// `ty` is the type of the operands where it differs from that of the result: of what is compared, of
/// the aggregate or vector that is taken apart or put together, of the two inputs of a shuffle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Op {
    Binary {
        op: BinOp,
        flags: ArithFlags,
        ty: TypeId,
        lhs: Operand,
        rhs: Operand,
    },
    FBinary {
        op: FBinOp,
        ty: TypeId,
        lhs: Operand,
        rhs: Operand,
    },
    FNeg {
        ty: TypeId,
        value: Operand,
    },
    Icmp {
        pred: IcmpPred,
        ty: TypeId,
        lhs: Operand,
        rhs: Operand,
    },
    Fcmp {
        pred: FcmpPred,
        ty: TypeId,
        lhs: Operand,
        rhs: Operand,
    },
    Cast {
        op: CastOp,
        value: Operand,
        from: TypeId,
        to: TypeId,
    },
    /// `base + offset + Σ index * stride`. With a vector result every lane is computed.
    Gep {
        base: Operand,
        offset: i64,
        terms: Vec<GepTerm>,
        inbounds: bool,
        source: TypeId,
        result: TypeId,
    },
    Load {
        ptr: Operand,
        access: Access,
    },
    Store {
        ptr: Operand,
        value: Operand,
        access: Access,
    },
    AtomicRmw {
        op: RmwOp,
        ptr: Operand,
        value: Operand,
        access: Access,
    },
    /// Result: struct { loaded value, i1 success }. `access.order` is the success ordering.
    CmpXchg {
        ptr: Operand,
        expected: Operand,
        new: Operand,
        access: Access,
        failure: Ordering,
        weak: bool,
    },
    Fence {
        order: Ordering,
    },
    /// `count` elements of `ty`.
    Alloca {
        ty: TypeId,
        count: Operand,
        count_ty: TypeId,
        align: u64,
    },
    /// `cond` may be a vector of i1 (`cond_ty`).
    Select {
        cond: Operand,
        cond_ty: TypeId,
        yes: Operand,
        no: Operand,
        ty: TypeId,
    },
    Phi {
        ty: TypeId,
        incoming: Vec<(BlockId, Operand)>,
    },
    ExtractValue {
        aggregate: Operand,
        ty: TypeId,
        path: Vec<u32>,
    },
    InsertValue {
        aggregate: Operand,
        ty: TypeId,
        value: Operand,
        value_ty: TypeId,
        path: Vec<u32>,
    },
    ExtractElement {
        vector: Operand,
        ty: TypeId,
        index: Operand,
        index_ty: TypeId,
    },
    InsertElement {
        vector: Operand,
        ty: TypeId,
        value: Operand,
        index: Operand,
        index_ty: TypeId,
    },
    /// `mask` entries are lanes of the two vectors one after the other; None is poison.
    Shuffle {
        left: Operand,
        right: Operand,
        ty: TypeId,
        mask: Vec<Option<u32>>,
    },
    Freeze {
        ty: TypeId,
        value: Operand,
    },
    Call {
        callee: Callee,
        args: Vec<Arg>,
        ret: TypeId,
    },
    /// An LLVM intrinsic that has a meaning at run time; `name` without the `llvm.` prefix and
    /// without type suffixes (`memcpy`, `sadd.with.overflow`, `vector.reduce.add`). Debug,
    /// annotation and hint intrinsics are already gone (`expect` is its argument, `is.constant` is
    /// false); `lifetime.*`, `stacksave`, `va_*` stay. Metadata arguments are left out.
    Intrinsic {
        name: String,
        args: Vec<Arg>,
        ret: TypeId,
    },
    VaArg {
        list: Operand,
        ty: TypeId,
    },
    Br {
        to: BlockId,
    },
    CondBr {
        cond: Operand,
        yes: BlockId,
        no: BlockId,
    },
    Switch {
        value: Operand,
        ty: TypeId,
        cases: Vec<(crate::IntConst, BlockId)>,
        default: BlockId,
    },
    IndirectBr {
        address: Operand,
        targets: Vec<BlockId>,
    },
    Ret {
        value: Option<Operand>,
        ty: TypeId,
    },
    Unreachable,
    /// A construct rethread has no meaning for. Reaching it is an error that shows `construct`.
    Unsupported {
        construct: String,
    },
}

impl Op {
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Op::Br { .. }
                | Op::CondBr { .. }
                | Op::Switch { .. }
                | Op::IndirectBr { .. }
                | Op::Ret { .. }
                | Op::Unreachable
        )
    }
}
