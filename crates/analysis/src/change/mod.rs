//! What an edit changed, and what that can affect.
//!
//! Source: Conc-iSE (ASE 2016), section 5, Algorithm 3. Departs from it: the paper slices added and modified code in
//! the new program and deleted code in the old one, and maps the latter over. That is not sound for code that is
//! modified (`y = 1` becoming `z = 1` is also a deleted write of `y`), nor for jumps that lead elsewhere, on which no
//! instruction depends. Here the two programs are made one, which asks for its version wherever they part, and what can
//! be affected is what depends on the answer: one slice, whose soundness is that of [`crate::Dependences`].
//!
//! Guarantee: instructions that [`Match`] pairs are the same, in a program that was verified to be both (`verify`).
//! A check that [`Impact`] calls unaffected is reached in the new program exactly if it is in the old one,
//! with the same values, all inputs and schedules taken together. When in doubt it is affected.
//!
//! `space` numbers the things of both programs together, `symbols` pairs functions and globals, `canon` and `body` (with
//! `align`) pair instructions, `resize` takes local variables of another size for the same, `merge` builds the one program, `verify` holds it against both, `matching` is
//! the answer, `impact` slices it.

mod align;
mod body;
mod canon;
mod future;
mod goals;
mod impact;
mod lineage;
mod matching;
mod merge;
mod resize;
mod space;
mod symbols;
mod verify;

pub use align::common;
pub use future::{Future, unlike};
pub use goals::{Asked, Goals, Known, Spot};
pub use impact::{Check, CheckKind, Impact};
pub use lineage::Lineage;
pub use matching::{Change, Match};
