//! Is this set of terms satisfiable, and with which values?
//!
//! A [`Path`] is the path condition of one state; a [`Solver`] answers questions about it, asking
//! the cheapest layer first: constants and intervals, the state's known model, slicing, caches, and
//! last a back end. Files are in that order: `path`, `model`, `chain`, `layers/`, `backend/`.
//!
//! Guarantee: `True`, `False`, `Sat` and `Unsat` are never wrong answers of a shortcut: each layer
//! either proves or passes on. `Unknown` is an answer, is counted, and never a crash.
//!
//! Invariant: a solver is used with one pool of terms: its caches are keyed by term.

#![deny(unsafe_code)]

pub mod backend;
mod chain;
mod config;
mod few;
mod layers;
mod model;
mod order;
mod path;
mod record;
mod stats;

pub use chain::{Answer, Assumed, Decision, Solver};
pub use config::{BackendKind, Config};
pub use few::Few;
pub use model::{ArrayValue, Model, PartialModel, Value};
pub use order::Order;
pub use path::Path;
pub use record::Recording;
pub use stats::Stats;
