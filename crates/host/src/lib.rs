//! What a C library computes on concrete values: `printf` formatting, `strtod`, `math.h`.
//!
//! Guarantee: bit for bit and byte for byte what glibc computes in the "C" locale when rounding to
//! nearest, so that a run replayed natively prints and branches as the engine said. Formatting and
//! parsing are our own exact arithmetic (they must work on a partly symbolic format, and must never
//! read foreign memory); `math.h` is the host's own libm, because no reimplementation has its last bit.
//!
//! This crate knows no program, no term and no state.
#![deny(unsafe_code)]

pub mod binary;
pub mod format;
#[allow(unsafe_code)]
pub mod math;
pub mod strtod;

mod real;
