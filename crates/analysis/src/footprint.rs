//! A set of accesses: which bytes of which objects, read or written.

use crate::Object;

/// `lo..hi` of an object. Writes sort after reads.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Touch {
    pub object: u32,
    pub write: bool,
    pub lo: u64,
    pub hi: u64,
}

/// Sorted, and without overlaps among the reads and among the writes of an object.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Footprint {
    touches: Vec<Touch>,
    /// Nothing is known: any access may be in it.
    everything: bool,
}

impl Footprint {
    pub(crate) fn new(mut touches: Vec<Touch>) -> Footprint {
        touches.sort_unstable();
        touches.dedup_by(|next, kept| {
            let same = kept.object == next.object && kept.write == next.write && next.lo <= kept.hi;
            if same {
                kept.hi = kept.hi.max(next.hi);
            }
            same
        });
        touches.shrink_to_fit();
        Footprint { touches, everything: false }
    }

    /// Of something of which nothing is known.
    pub(crate) const EVERYTHING: Footprint = Footprint { touches: Vec::new(), everything: true };

    /// Does it have an access that overlaps `lo..hi` of `o`; with `write_only`, a write? The answer for
    /// [`Object::UNKNOWN`], which may be anything, is yes if it has any such access at all.
    pub fn touches(&self, o: Object, lo: u64, hi: u64, write_only: bool) -> bool {
        if self.everything {
            return true;
        }
        if o == Object::UNKNOWN {
            return self.touches.iter().any(|t| t.write || !write_only);
        }
        let first = self.touches.partition_point(|t| t.object < o.0);
        let of_object = self.touches[first..].iter().take_while(|t| t.object == o.0);
        of_object.into_iter().any(|t| (t.write || !write_only) && t.lo < hi && lo < t.hi)
    }

    pub fn merge(&mut self, other: &Footprint) {
        if self.everything || other.everything {
            *self = Footprint::EVERYTHING;
            return;
        }
        if other.touches.is_empty() {
            return;
        }
        let mut all = std::mem::take(&mut self.touches);
        all.extend_from_slice(&other.touches);
        *self = Footprint::new(all);
    }

    /// Object, whether it is written, and which bytes. None if it may be anything.
    pub fn each(&self) -> Option<impl Iterator<Item = (Object, bool, u64, u64)> + '_> {
        (!self.everything).then(|| self.touches.iter().map(|t| (Object(t.object), t.write, t.lo, t.hi)))
    }

    pub fn is_empty(&self) -> bool {
        self.touches.is_empty() && !self.everything
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(object: u32, write: bool, lo: u64, hi: u64) -> Touch {
        Touch { object, write, lo, hi }
    }

    #[test]
    fn ranges_and_kinds_matter() {
        let f = Footprint::new(vec![touch(5, true, 8, 12), touch(5, false, 0, 4), touch(5, false, 4, 8)]);
        assert_eq!(f.touches.len(), 2);
        let o = Object(5);
        assert!(f.touches(o, 0, 8, false) && !f.touches(o, 0, 8, true));
        assert!(f.touches(o, 11, 20, true) && !f.touches(o, 12, 20, false));
        assert!(!f.touches(Object(4), 0, u64::MAX, false) && !f.touches(Object(6), 0, u64::MAX, false));
        assert!(f.touches(Object::UNKNOWN, 0, 1, true));
        let mut g = Footprint::default();
        assert!(!g.touches(Object::UNKNOWN, 0, 1, false));
        g.merge(&f);
        assert_eq!(f, g);
        g.merge(&Footprint::EVERYTHING);
        assert!(g.touches(Object(4), 0, 1, true) && !g.is_empty());
    }
}
