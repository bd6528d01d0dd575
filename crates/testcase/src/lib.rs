//! A test as data: an input, a schedule and how the program ends with them; how the program was
//! built; and reading both back from disk.
//!
//! Whoever makes tests (`explore`), runs them (`replay`) or shows them (`report`) agrees on this crate
//! and on nothing else. It knows no program, no term and no terminal.
#![forbid(unsafe_code)]

mod build;
mod bytes;
mod lines;
mod source;
mod test;

pub use build::*;
pub use lines::*;
pub use source::*;
pub use test::*;
