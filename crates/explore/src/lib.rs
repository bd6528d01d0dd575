//! Which step comes next, and which never has to be taken.
//!
//! Exploration is one loop over an explicit frontier (Algorithm 1 of the Conc-iSE paper); reductions
//! are layers of it. Nothing here prints: what is found goes to an [`Observer`] while it is found.

pub mod outcome;

pub use outcome::*;
