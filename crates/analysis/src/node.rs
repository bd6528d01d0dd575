//! What has a points-to set: registers and the like, and the words of objects.
//!
//! Memory is cut into words of eight bytes: a store counts for every word it touches, a load for every
//! word it may see, so bytes and halves of pointers are never lost. Beyond the first [`WORDS`] words of an
//! object, and through pointers that point anywhere in it, it is one cell, [`SOMEWHERE`].

use crate::offsets::Offsets;
use smallvec::{SmallVec, smallvec};

/// A points-to variable: a number for registers and results, a number with the high bit for cells.
pub type Node = u32;
/// An abstract object.
pub type Obj = u32;
/// A cell of an object: a word, [`SOMEWHERE`] or [`ALL`].
pub type Cell = u32;

/// Words of an object that are told apart.
pub const WORDS: u32 = 254;
/// What was stored at no particular place: every load sees it.
pub const SOMEWHERE: Cell = 254;
/// Everything stored anywhere: what a load from no particular place sees.
pub const ALL: Cell = 255;

const CELL: u32 = 1 << 31;
/// More objects than this are more than cells can be numbered for.
pub const MAX_OBJECTS: usize = 1 << 23;

/// The outside world: whatever escaped to it stands behind it.
pub const UNKNOWN: Obj = 0;
/// Arguments of main and what they point to.
pub const ENVIRONMENT: Obj = 1;
/// Stands for every object whose address was computed with as a number, or taken apart.
pub const COMPUTED: Obj = 2;
/// The first object of the program itself.
pub const FIRST_OBJECT: Obj = 3;

/// What the outside world got hold of.
pub const ESCAPED: Node = 0;
/// What threads end with.
pub const THREAD_RESULT: Node = 1;
/// Thread-specific data.
pub const SPECIFIC: Node = 2;
/// What [`COMPUTED`] stands for.
pub const MIXED: Node = 3;
/// The first node of the program itself.
pub const FIRST_NODE: Node = 4;

pub const fn cell(o: Obj, c: Cell) -> Node {
    CELL | o << 8 | c
}

pub type Cells = SmallVec<[Cell; 4]>;

/// The words that `len` bytes at `offset` touch; None if some are not told apart.
fn words(offset: i32, len: u32) -> Option<std::ops::Range<u32>> {
    let first = u32::try_from(offset).ok()?;
    let end = first.checked_add(len.max(1))?.div_ceil(8);
    (end <= WORDS).then_some(first / 8..end)
}

/// Cells that a load of `len` bytes sees.
pub fn seen(at: &Offsets, len: u32) -> Cells {
    let Some(constants) = at.constants() else { return smallvec![ALL] };
    let mut out = Cells::new();
    out.push(SOMEWHERE);
    for &k in constants {
        match words(k, len) {
            Some(range) => out.extend(range),
            None if k >= 0 && k as u32 / 8 >= WORDS => {}
            None => return smallvec![ALL],
        }
    }
    out
}

/// Cells that a store of `len` bytes changes.
pub fn changed(at: &Offsets, len: u32) -> Cells {
    let Some(constants) = at.constants() else { return smallvec![SOMEWHERE] };
    let mut out = Cells::new();
    for &k in constants {
        match words(k, len) {
            Some(range) => out.extend(range),
            None => out.push(SOMEWHERE),
        }
    }
    out
}

/// First words of the blocks that start at these offsets; None where the block is not cut as words are.
pub fn starts(at: &Offsets) -> SmallVec<[Option<u32>; 4]> {
    let start = |k: i32| u32::try_from(k).ok().filter(|k| k % 8 == 0).map(|k| k / 8);
    match at.constants() {
        Some(constants) => constants.iter().map(|&k| start(k)).collect(),
        None => smallvec![None],
    }
}

/// The cell for word `w` moved to start at `to` instead of `from`, if it is among the `len` bytes there.
pub fn moved(w: Cell, from: u32, to: u32, len: u32) -> Option<Cell> {
    if w >= WORDS {
        return Some(w);
    }
    let inside = w >= from && u64::from(w - from) * 8 < u64::from(len);
    inside.then(|| w - from + to).map(|w| if w < WORDS { w } else { SOMEWHERE })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_touch_words() {
        assert_eq!(seen(&Offsets::at(8), 8).to_vec(), [SOMEWHERE, 1]);
        assert_eq!(seen(&Offsets::at(12), 8).to_vec(), [SOMEWHERE, 1, 2]);
        assert_eq!(seen(&Offsets::ANY, 8).to_vec(), [ALL]);
        assert_eq!(seen(&Offsets::at(1 << 20), 8).to_vec(), [SOMEWHERE]);
        assert_eq!(seen(&Offsets::at(2024), 16).to_vec(), [ALL]);
        assert_eq!(changed(&Offsets::at(16), 8).to_vec(), [2]);
        assert_eq!(changed(&Offsets::at(17), 1).to_vec(), [2]);
        assert_eq!(changed(&Offsets::at(1 << 20), 8).to_vec(), [SOMEWHERE]);
    }

    #[test]
    fn blocks_move_word_by_word() {
        assert_eq!(moved(3, 2, 0, 16), Some(1));
        assert_eq!(moved(4, 2, 0, 16), None);
        assert_eq!(moved(1, 2, 0, 16), None);
        assert_eq!(moved(SOMEWHERE, 2, 0, 16), Some(SOMEWHERE));
        assert_eq!(moved(250, 0, 10, u32::MAX), Some(SOMEWHERE));
    }
}
