//! Vector clocks and small sets of threads, by index in `State::threads`.

use smallvec::SmallVec;

/// How many events of each thread are known; missing entries are zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock(SmallVec<[u32; 6]>);

impl Clock {
    #[inline]
    pub fn get(&self, thread: usize) -> u32 {
        self.0.get(thread).copied().unwrap_or(0)
    }

    #[inline]
    pub fn set(&mut self, thread: usize, count: u32) {
        if self.0.len() <= thread {
            self.0.resize(thread + 1, 0);
        }
        self.0[thread] = count;
    }

    /// Knows from now on what the other knows.
    #[inline]
    pub fn merge(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a = (*a).max(*b);
        }
    }

    /// Threads of which something is known, with how much.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u32)> {
        self.0.iter().copied().enumerate().filter(|&(_, n)| n > 0)
    }
}

/// A set of threads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ThreadSet(SmallVec<[u64; 2]>);

impl ThreadSet {
    pub fn contains(&self, thread: usize) -> bool {
        self.0.get(thread / 64).is_some_and(|w| w >> (thread % 64) & 1 == 1)
    }

    pub fn insert(&mut self, thread: usize) {
        if self.0.len() <= thread / 64 {
            self.0.resize(thread / 64 + 1, 0);
        }
        self.0[thread / 64] |= 1 << (thread % 64);
    }

    pub fn merge(&mut self, other: &ThreadSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_sets_merge() {
        let (mut a, mut b) = (Clock::default(), Clock::default());
        a.set(0, 3);
        b.set(9, 2);
        a.merge(&b);
        assert_eq!(a.iter().collect::<Vec<_>>(), [(0, 3), (9, 2)]);
        assert_eq!(a.get(100), 0);
        let (mut s, mut t) = (ThreadSet::default(), ThreadSet::default());
        s.insert(1);
        t.insert(130);
        s.merge(&t);
        assert!(s.contains(1) && s.contains(130) && !s.contains(2));
    }
}
