//! Concrete bit-vectors of any width.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A value of `width` bits, little-endian words; bits above the width are zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bits {
    width: u32,
    words: SmallVec<[u64; 1]>,
}
