//! Where inside an object a pointer may point: a few constants, or anywhere.
//!
//! Guarantee: a lattice of finite height, whatever a loop adds to a pointer. More than [`LIMIT`] constants,
//! or one outside of `i32`'s comfortable part, are "anywhere".

use ascent::Lattice;
use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;

/// So many distinct constants are kept apart for one pointer and one object.
const LIMIT: usize = 16;
/// Offsets further away than this are not worth keeping apart.
const FAR: i64 = 1 << 24;

/// None is anywhere; else sorted, and not empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Offsets(Option<SmallVec<[i32; 4]>>);

impl Offsets {
    pub const ANY: Offsets = Offsets(None);

    pub fn at(offset: i64) -> Offsets {
        if offset.abs() > FAR { Offsets::ANY } else { Offsets(Some(smallvec![offset as i32])) }
    }

    /// All of them moved.
    pub fn shifted(&self, by: i64) -> Offsets {
        let Some(list) = &self.0 else { return Offsets::ANY };
        let mut out = SmallVec::with_capacity(list.len());
        for &k in list {
            match i64::from(k).checked_add(by) {
                Some(k) if k.abs() <= FAR => out.push(k as i32),
                _ => return Offsets::ANY,
            }
        }
        Offsets(Some(out))
    }

    /// The constants, if it is not anywhere.
    pub fn constants(&self) -> Option<&[i32]> {
        self.0.as_deref()
    }

    fn contains_all(&self, other: &Offsets) -> bool {
        match (&self.0, &other.0) {
            (None, _) => true,
            (_, None) => false,
            (Some(a), Some(b)) => b.iter().all(|k| a.binary_search(k).is_ok()),
        }
    }
}

impl PartialOrd for Offsets {
    fn partial_cmp(&self, other: &Offsets) -> Option<Ordering> {
        match (self.contains_all(other), other.contains_all(self)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        }
    }
}

impl Lattice for Offsets {
    fn join_mut(&mut self, other: Offsets) -> bool {
        if self.contains_all(&other) {
            return false;
        }
        *self = match (self.0.take(), other.0) {
            (Some(mut a), Some(b)) => {
                a.extend_from_slice(&b);
                a.sort_unstable();
                a.dedup();
                Offsets((a.len() <= LIMIT).then_some(a))
            }
            _ => Offsets::ANY,
        };
        true
    }

    fn meet_mut(&mut self, other: Offsets) -> bool {
        if other.contains_all(self) {
            return false;
        }
        *self = match (self.0.take(), other.0) {
            (Some(mut a), Some(b)) => {
                a.retain(|k| b.binary_search(k).is_ok());
                Offsets(Some(a))
            }
            (_, b) => Offsets(b),
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_that_walks_is_anywhere_in_the_end() {
        let mut at = Offsets::at(0);
        let mut steps = 0;
        while at.join_mut(at.shifted(8)) {
            steps += 1;
        }
        assert_eq!(at, Offsets::ANY);
        assert!(steps <= LIMIT + 1);
    }

    #[test]
    fn few_constants_stay_apart() {
        let mut at = Offsets::at(8);
        assert!(at.join_mut(Offsets::at(-4)));
        assert!(!at.join_mut(Offsets::at(8)));
        assert_eq!(at.constants(), Some(&[-4, 8][..]));
        assert_eq!(at.shifted(4).constants(), Some(&[0, 12][..]));
        assert_eq!(at.shifted(1 << 40), Offsets::ANY);
    }
}
