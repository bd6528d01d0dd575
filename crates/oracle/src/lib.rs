//! The oracle: random programs, every setting of the loop, one truth (DESIGN section 5).
//!
//! `generate` makes an abstract program from a seed; `lower` turns it into a [`Program`](rethread_ir::Program)
//! directly and `c` into C text with the same lines; `compare` explores it under every setting; `shrink`
//! makes what does not agree smaller. `edit` changes programs as people do, and `pairs` compares their versions. Used by tests,
//! `make oracle` and `make oracle-pairs` only.
//!
//! Guarantee: a seed is the same program on every machine, until the generator is changed.

#![forbid(unsafe_code)]

pub mod ast;
pub mod c;
pub mod compare;
pub mod edit;
mod estimate;
mod features;
pub mod generate;
pub mod lower;
#[cfg(feature = "mutants")]
pub mod mutants;
pub mod pairs;
pub mod rng;
pub mod session;
pub mod setting;
pub mod show;
pub mod shrink;
pub mod subject;
pub mod tally;
mod used;
