//! Something per term, forgotten all at once.
//!
//! Cost: an index; forgetting is free, room is for the newest term that was set.

use crate::term::Term;

#[derive(Clone, Debug)]
pub struct TermMap<T> {
    /// What was set, and when.
    slots: Vec<(u32, T)>,
    now: u32,
}

impl<T> Default for TermMap<T> {
    fn default() -> TermMap<T> {
        TermMap { slots: Vec::new(), now: 1 }
    }
}

impl<T: Copy> TermMap<T> {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.slots.clear();
            self.now = 1;
        }
    }

    #[inline]
    pub fn get(&self, t: Term) -> Option<T> {
        let (when, value) = self.slots.get(t.index())?;
        (*when == self.now).then_some(*value)
    }

    #[inline]
    pub fn set(&mut self, t: Term, value: T) {
        if self.slots.len() <= t.index() {
            self.grow(t, value);
        }
        self.slots[t.index()] = (self.now, value);
    }

    #[cold]
    fn grow(&mut self, t: Term, any: T) {
        self.slots.resize((t.index() + 1).next_power_of_two(), (0, any));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Terms;

    #[test]
    fn what_was_forgotten_is_not_found() {
        let terms = Terms::new();
        let (a, b) = (terms.tru(), terms.fls());
        let mut map = TermMap::default();
        assert_eq!(map.get(a), None);
        map.set(a, 7);
        assert_eq!((map.get(a), map.get(b)), (Some(7), None));
        map.clear();
        assert_eq!(map.get(a), None);
        map.set(b, 8);
        assert_eq!((map.get(a), map.get(b)), (None, Some(8)));
    }
}
