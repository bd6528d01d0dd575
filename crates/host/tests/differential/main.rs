//! This crate against the C library it runs on, on seeded random values.

mod math;
mod printf;
mod random;
mod strtod;
