//! The program as plain Rust data, lowered from LLVM bitcode.
//!
//! Guarantee: everything clang 19 emits for C at -O0 to -O2 has a representation here; what has no
//! meaning for rethread becomes [`Op::Unsupported`], which names the construct and fails when it is
//! reached, never before.
//!
//! Invariant: this crate knows nothing of expressions, states or threads at run time. LLVM types do
//! not leak out of `lower`; a [`Program`] is `Send`, serialisable and self-contained.

#![deny(unsafe_code)]

pub mod commands;
pub mod compile;
pub mod constant;
pub mod debug;
pub mod inst;
pub mod link;
pub mod load;
pub mod lower;
mod names;
mod print;
pub mod program;
mod shifts;
pub mod types;
mod uses;

pub use constant::{Const, ConstExpr, IntConst};
pub use debug::{DebugType, DebugTypeId, FileId, Loc, LocId, Location};
pub use inst::*;
pub use link::{LinkError, link, link_models};
pub use load::{CHILD_ARGUMENT, Isolation, LoadError, LoadOptions, load, lower_child_main};
pub use program::*;
pub use types::{Field, FloatKind, Type, TypeId, TypeTable};
pub use uses::Uses;
