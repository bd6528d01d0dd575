//! The program laid out for execution: flat registers, constants folded, successors resolved.
//!
//! One LLVM instruction becomes zero or more operations on scalars. Aggregates and vectors are spread
//! over consecutive registers, so that the machine never sees them.

use crate::value::{Kind, Value};
use rethread_ir::{ArithFlags, BinOp, CastOp, FBinOp, FcmpPred, IcmpPred, LocId, RmwOp};
use rustc_hash::FxHashMap;

/// Where an operand comes from: a register, or (high bit set) a constant of the function.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Src(pub u32);

impl Src {
    pub const CONST: u32 = 1 << 31;
    pub fn reg(slot: u32) -> Src {
        Src(slot)
    }
    pub fn constant(index: u32) -> Src {
        Src(index | Src::CONST)
    }
}

/// Index into `Code::edges`.
pub type EdgeId = u32;

#[derive(Clone, Debug)]
pub struct Edge {
    pub target: u32,
    /// Phi assignments, in an order that is safe to do one by one.
    pub moves: Box<[(u32, Src)]>,
    /// The loop whose back edge this is.
    pub back: Option<u32>,
    /// The loop that this edge enters from outside.
    pub enters: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct GepPart {
    pub index: Src,
    pub width: u32,
    pub stride: u64,
}

#[derive(Clone, Debug)]
pub struct ArgSlot {
    pub src: Src,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub struct CallArg {
    pub slots: Box<[ArgSlot]>,
    /// Size and alignment of the copy that the callee gets.
    pub byval: Option<(u64, u64)>,
    /// Size of the result that the callee writes there.
    pub sret: Option<u64>,
}

#[derive(Clone, Debug)]
pub enum Target {
    Direct(u32),
    Indirect(Src),
}

#[derive(Clone, Debug)]
pub struct Call {
    pub target: Target,
    pub args: Box<[CallArg]>,
    /// First register of the result and what its scalars are.
    pub dst: u32,
    pub ret: Box<[Kind]>,
}

#[derive(Clone, Debug)]
pub struct IntrinsicCall {
    pub name: Box<str>,
    pub args: Box<[ArgSlot]>,
    pub dst: u32,
    pub ret: Box<[Kind]>,
}

#[derive(Clone, Debug)]
pub struct SwitchTable {
    pub value: Src,
    pub width: u32,
    pub cases: Vec<(Value, EdgeId)>,
    /// The cases of up to 64 bits again.
    pub by_value: FxHashMap<u64, EdgeId>,
    pub default: EdgeId,
}

#[derive(Clone, Debug)]
pub struct RmwArgs {
    pub op: RmwOp,
    pub dst: u32,
    pub ptr: Src,
    pub value: Src,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub struct CmpXchgArgs {
    /// Result register; the success flag is the next one.
    pub dst: u32,
    pub ptr: Src,
    pub expected: Src,
    pub new: Src,
    pub kind: Kind,
    pub weak: bool,
}

#[derive(Clone, Debug)]
pub struct AllocaArgs {
    pub dst: u32,
    pub element: u64,
    pub count: Src,
    pub count_width: u32,
    pub align: u64,
    /// Sizes of the scalars of one element, see `Object::shape`.
    pub shape: std::sync::Arc<[u8]>,
    /// See `Object::kin`.
    pub kin: Option<rethread_analysis::Object>,
}

/// Bits of several scalars read as one number (little endian) and cut into others.
#[derive(Clone, Debug)]
pub struct RepackArgs {
    pub from: Box<[ArgSlot]>,
    pub dst: u32,
    pub to: Box<[Kind]>,
}

#[derive(Clone, Debug)]
pub struct LaneArgs {
    pub lanes: Box<[Src]>,
    pub index: Src,
    pub index_width: u32,
    pub kind: Kind,
    /// Extract: the result. Insert: the first of `lanes.len()` results.
    pub dst: u32,
    /// Insert: the new element.
    pub value: Option<Src>,
}

/// The access that comes next, for those who may have to wait for their turn.
#[derive(Clone, Debug)]
pub struct VisibleArgs {
    pub ptr: Src,
    pub size: u64,
    pub write: bool,
    /// None for a plain access.
    pub order: Option<rethread_ir::Ordering>,
}

/// A loop that may be waiting for other threads starts another round here.
#[derive(Clone, Debug)]
pub struct RoundArgs {
    /// Registers whose values may still matter.
    pub live: Box<[u32]>,
}

#[derive(Clone, Debug)]
pub enum Op {
    /// A run of instructions without calls starts: coverage and the instruction count.
    Mark {
        segment: u32,
        instructions: u32,
    },
    Move {
        dst: u32,
        src: Src,
    },
    Bin {
        op: BinOp,
        flags: ArithFlags,
        width: u32,
        dst: u32,
        a: Src,
        b: Src,
    },
    Icmp {
        pred: IcmpPred,
        width: u32,
        dst: u32,
        a: Src,
        b: Src,
    },
    Trunc {
        dst: u32,
        src: Src,
        from: u32,
        to: u32,
    },
    Zext {
        dst: u32,
        src: Src,
        from: u32,
        to: u32,
    },
    Sext {
        dst: u32,
        src: Src,
        from: u32,
        to: u32,
    },
    PtrToInt {
        dst: u32,
        src: Src,
        to: u32,
    },
    /// `base + offset`.
    Offset {
        dst: u32,
        base: Src,
        offset: i64,
    },
    /// `base + offset + index * stride`.
    Gep1 {
        dst: u32,
        base: Src,
        index: Src,
        width: u32,
        stride: u32,
        offset: i32,
    },
    Gep {
        dst: u32,
        base: Src,
        offset: i64,
        parts: Box<[GepPart]>,
    },
    Load {
        dst: u32,
        ptr: Src,
        offset: u32,
        kind: Kind,
    },
    Store {
        ptr: Src,
        value: Src,
        offset: u32,
        kind: Kind,
    },
    Rmw(Box<RmwArgs>),
    CmpXchg(Box<CmpXchgArgs>),
    Alloca(Box<AllocaArgs>),
    Select {
        dst: u32,
        cond: Src,
        yes: Src,
        no: Src,
        width: u32,
    },
    FBin {
        op: FBinOp,
        kind: Kind,
        dst: u32,
        a: Src,
        b: Src,
    },
    FNeg {
        kind: Kind,
        dst: u32,
        src: Src,
    },
    Fcmp {
        pred: FcmpPred,
        kind: Kind,
        dst: u32,
        a: Src,
        b: Src,
    },
    FCast {
        op: CastOp,
        from: Kind,
        to: Kind,
        dst: u32,
        src: Src,
    },
    Repack(Box<RepackArgs>),
    ExtractLane(Box<LaneArgs>),
    InsertLane(Box<LaneArgs>),
    Jump(EdgeId),
    CondBr {
        cond: Src,
        yes: EdgeId,
        no: EdgeId,
    },
    Switch(Box<SwitchTable>),
    IndirectBr {
        address: Src,
        targets: Box<[(u32, EdgeId)]>,
    },
    Call(Box<Call>),
    Intrinsic(Box<IntrinsicCall>),
    Ret(Box<[ArgSlot]>),
    /// The address of the current thread's copy of a thread-local global.
    LocalAddress {
        dst: u32,
        global: u32,
    },
    /// The next operation may be seen by other threads.
    Visible(Box<VisibleArgs>),
    /// A fence: what it acquires and releases.
    Fence {
        acquire: bool,
        release: bool,
    },
    /// The head of a loop with visible steps in it.
    Round(Box<RoundArgs>),
    /// The next operation writes memory that no other thread sees, inside such a loop.
    Private {
        ptr: Src,
        offset: u32,
        size: u32,
    },
    Unreachable,
    Unsupported(Box<str>),
}

/// A run of instructions of one function that are executed together.
#[derive(Clone, Debug)]
pub struct Segment {
    pub function: u32,
    /// Source lines (file, line) in it, from the program's own code.
    pub lines: Box<[(rethread_ir::FileId, u32)]>,
    pub entry: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Code {
    pub ops: Vec<Op>,
    /// Source location of each operation.
    pub locs: Vec<LocId>,
    /// Block and instruction each operation was made from.
    pub origins: Vec<(u32, u32)>,
    pub consts: Vec<Value>,
    pub edges: Vec<Edge>,
    pub registers: u32,
    /// The first of the scalars of each register of the program, and how many those have together.
    pub slots: Vec<u32>,
    pub own_registers: u32,
    /// What each register holds; None for those that decoding made up.
    pub kinds: Vec<Option<Kind>>,
    /// Scalars of each parameter, in order of the registers.
    pub params: Vec<ArgSlot>,
    pub varargs: bool,
    pub loops: u32,
    /// Branches of no consequence: the edge to take if the condition is symbolic.
    pub either_way: FxHashMap<u32, EdgeId>,
    /// Where the code of a block starts.
    pub block_starts: Vec<u32>,
    /// A call of it changes nothing but what its visible steps say and its own variables.
    pub quiet: bool,
    /// `__VERIFIER_atomic_*`: its body is one step.
    pub atomic: bool,
}
