//! What the runners over `tests/programs` share: directives, discovery, processes with a deadline.

#![allow(dead_code)] // each runner uses its own part

pub mod directives;
pub mod judge;
pub mod process;
pub mod scratch;
pub mod tree;
