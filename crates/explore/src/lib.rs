//! Which step comes next, and which never has to be taken.
//!
//! Exploration is one loop over an explicit frontier (Algorithm 1 of the Conc-iSE paper); reductions
//! are layers of it. Nothing here prints: what is found goes to an [`Observer`] while it is found.
#![forbid(unsafe_code)]

mod coverage;
mod early;
mod ends;
mod explorer;
mod frontier;
mod mutants;
mod node;
mod options;
pub mod outcome;
mod parallel;
mod process;
mod races;
mod remainder;
mod resume;
mod scheduling;
mod summary;
mod testing;
mod trace;
mod tree;
mod wakeup;
mod witness;

#[cfg(feature = "mutants")]
pub use mutants::Mutant;
pub use options::{Error, Options, SearchOrder};
pub use outcome::*;
pub use parallel::{Explored, check, explore, go_on, hand_on};
pub use remainder::Remainder;
pub use rethread_engine::CheckSet;
pub use summary::SummaryLimits;
pub use summary::carry::{Inheritance, Legacy};
