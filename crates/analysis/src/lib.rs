//! Static facts about one program: who may touch what.
//!
//! [`sharing`] reads a [`Program`](rethread_ir::Program) once and answers which accesses two threads may race
//! for, which objects a thread may still touch, and which functions a thread may start with. [`live_in`]
//! says which registers of a function may still be read.
//!
//! Guarantee: every "no" is certain for all runs of the program in the engine; a "yes" may be wrong. The one
//! thing taken for granted is that the program does not guess addresses: a number that was never computed
//! from the address of an object does not turn out to be it.
//!
//! The rules are Datalog: `points_to` (pointers, calls, escapes), `threads` (who runs what), `reach` (what
//! can run at all); `depend` has those of [`Dependences`], [`Slice`]s and [`Races`]. Facts come from `extract` and
//! `calls`; `externals` is the table of what functions without a body do.

#![forbid(unsafe_code)]

mod budget;
mod calls;
mod cfg;
mod change;
mod contention;
mod depend;
mod externals;
mod extract;
mod facts;
mod footprint;
mod formats;
mod live;
pub mod mutants;
mod node;
mod offsets;
mod operands;
mod points_to;
mod reach;
mod sharing;
mod solution;
mod stack;
mod threads;

pub use cfg::{cyclic, edges};
pub use change::common as common_subsequence;
pub use change::{
    Asked, Change, Check, CheckKind, Future, Goals, Impact, Known, Lineage, Match, Spot, unlike,
};
pub use depend::{Behaviour, Dependences, Races, Size, Slice};
pub use footprint::Footprint;
pub use live::live_in;
pub use operands::each as each_operand;
pub use sharing::{Sharing, sharing};
pub use stack::{FRAME_BYTES, STACK_BYTES, deep};

/// An instruction: function, block in it, position in the block.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Site {
    pub function: u32,
    pub block: u32,
    pub inst: u32,
}

/// Every instruction of the program, with where it stands.
pub fn sites(program: &rethread_ir::Program) -> impl Iterator<Item = (Site, &rethread_ir::Op)> {
    program.functions.iter().enumerate().flat_map(|(f, function)| {
        function.blocks.iter().enumerate().flat_map(move |(b, block)| {
            block.insts.iter().enumerate().map(move |(i, inst)| {
                (Site { function: f as u32, block: b as u32, inst: i as u32 }, &inst.op)
            })
        })
    })
}

/// An abstract object: a global, everything made by one instruction, ...
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub struct Object(pub u32);

impl Object {
    /// The world outside. For objects that no instruction of the program made.
    pub const UNKNOWN: Object = Object(node::UNKNOWN);
    /// The arguments of main, and the strings behind them.
    pub const ENVIRONMENT: Object = Object(node::ENVIRONMENT);
}
