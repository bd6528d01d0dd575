//! An end to programs for which the rules would take minutes.
//!
//! Counted in copied facts and not in time, so that the same program always gets the same answers.

use std::cell::Cell;

/// Some seconds. Programs of 20,000 instructions need a hundredth of it, but for those that keep everything
/// behind pointers to functions.
pub const COPIES: u64 = 30_000_000;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(0) };
}

/// Does work with so many copies; false if they were not enough.
pub fn within(copies: u64, work: impl FnOnce()) -> bool {
    LEFT.set(copies);
    work();
    LEFT.get() > 0
}

/// One more, if there is one left.
pub fn spend() -> bool {
    let left = LEFT.get().saturating_sub(1);
    LEFT.set(left);
    left > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_ends_and_is_renewed() {
        assert!(!within(COPIES, || while spend() {}));
        assert!(!spend());
        assert!(within(2, || assert!(spend())));
    }
}
