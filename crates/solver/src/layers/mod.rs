//! The layers of the chain, in the order they are asked. Each does one thing or passes on.

pub(crate) mod backend;
pub(crate) mod cache;
pub(crate) mod constant;
pub(crate) mod domain;
pub(crate) mod known_model;
pub(crate) mod narrow;
pub(crate) mod slice;
