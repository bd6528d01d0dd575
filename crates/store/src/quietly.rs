//! Calls what may panic on damaged input, and keeps that to itself: the panic becomes `None`, and nothing
//! is printed for it. Panics of other threads, and of this one elsewhere, are shown as ever.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// What `f` leaves behind when it panics must not be used again by the caller.
pub fn quietly<T>(f: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let shown = take_hook();
        set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                shown(panic);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(f));
    QUIET.set(before);
    result.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_none_and_ends_there() {
        assert_eq!(quietly(|| 1), Some(1));
        assert_eq!(quietly(|| -> u8 { panic!("unseen") }), None);
        assert!(!QUIET.get());
    }
}
