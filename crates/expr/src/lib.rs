//! Hash-consed terms over bit-vectors, arrays and IEEE floats.
//!
//! * A truth value is a bit-vector of width 1: a comparison gives one, `ite` takes one. LLVM's `i1`
//!   then needs no conversion.
//! * A float is a bit-vector that holds its IEEE pattern; float operations carry their format. NaN
//!   results are the canonical quiet NaN of the format, here and in the solver.
//! * Division follows SMT-LIB: `x udiv 0` is all ones, `x urem 0` is x, likewise signed. A shift by
//!   the width or more gives 0 (or the sign). The engine checks before it divides or shifts.
//!
//! Guarantee: two terms of one pool are equal in structure if and only if they are the same
//! [`Term`]. Every constructor simplifies; the result evaluates, under every assignment, to what the
//! unsimplified operation would.
//!
//! Invariant: nothing here recurses on the depth of a term, and nothing is global: a pool is a value
//! that is owned, sent and serialised.

#![forbid(unsafe_code)]

mod bits;
mod build;
mod display;
mod eval;
mod facts;
pub mod float;
mod pool;
mod serial;
mod substitute;
mod support;
mod term;
mod termmap;
pub mod testing;
mod word;

pub use bits::Bits;
pub use display::Shown;
pub use eval::{Assignment, Evaluator, Memo, Sparse};
pub use pool::Terms;
pub use substitute::Substitution;
pub use term::{
    ArrayId, Flags, FpArgs, FpFormat, FpOp, Node, Sort, Symbol, SymbolInfo, SymbolKind, Table, Term, WideId,
};
pub use termmap::TermMap;
