//! What is known to be safe: formulas by where a state stands.

use super::below::Seen;
use super::carry::Stack;
use super::formula::Formula;
use crate::wakeup::Sleeper;
use rethread_expr::Term;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::sync::Arc;

/// A state that stands at the point, satisfies the formula and whose sleepers include these behaves, in all that was
/// explored, without an error that was not reported.
pub struct Entry {
    pub formula: Formula,
    pub signature: u64,
    /// Threads that slept when it was explored, with the step they were before.
    pub sleep: Vec<Sleeper>,
    pub seen: Arc<[Seen]>,
    /// Times it let a state be dropped.
    pub hits: u64,
    /// What exploring took there without summaries, by estimate.
    pub worth: u64,
    /// Where its threads are, if other versions can be told.
    pub stacks: Option<Arc<[Stack]>>,
    /// Of another version's exploration: which.
    pub scope: Option<u32>,
}

/// What is known at a point.
#[derive(Default)]
pub struct Known {
    pub entries: Vec<Entry>,
    /// By entry, and beside the entries because most of them are not looked at for another reason.
    pub weak: Vec<Weak>,
}

/// The parts of a formula that did not hold last, the last one first.
#[derive(Default)]
pub struct Weak(pub SmallVec<[Term; 3]>);

impl Weak {
    pub fn push(&mut self, part: Term) {
        self.0.truncate(2);
        self.0.insert(0, part);
    }
}

impl Entry {
    fn bytes(&self) -> usize {
        size_of::<Entry>() + size_of_val(self.formula.parts()) + self.sleep.len() * size_of::<Sleeper>()
    }
}

fn bytes_of(seen: &[Seen]) -> usize {
    seen.iter().map(|s| size_of::<Seen>() + size_of_val(&s.acquired[..])).sum()
}

/// How much is kept.
#[derive(Copy, Clone, Debug)]
pub struct SummaryLimits {
    /// Formulas at one point.
    pub entries: usize,
    /// Different terms in a formula.
    pub size: usize,
    /// Terms in a part of a formula, each counted wherever it stands, from which on it becomes special.
    pub large: u16,
    /// Bytes of the table.
    pub bytes: usize,
}

impl Default for SummaryLimits {
    fn default() -> SummaryLimits {
        SummaryLimits { entries: 256, size: 3000, large: 400, bytes: 1 << 30 }
    }
}

pub type PointId = u32;

pub struct Table {
    points: FxHashMap<Box<[u64]>, PointId>,
    entries: FxHashMap<PointId, Known>,
    /// Lists that entries share.
    seen: FxHashSet<Arc<[Seen]>>,
    pub kept: usize,
    pub bytes: usize,
    pub evicted: u64,
    pub limits: SummaryLimits,
}

impl Table {
    pub fn new(limits: SummaryLimits) -> Table {
        Table {
            points: FxHashMap::default(),
            entries: FxHashMap::default(),
            seen: FxHashSet::default(),
            kept: 0,
            bytes: 0,
            evicted: 0,
            limits,
        }
    }

    /// The number of a point. None if there is no room for another one.
    pub fn point(&mut self, words: Vec<u64>) -> Option<PointId> {
        if let Some(&id) = self.points.get(&words[..]) {
            return Some(id);
        }
        if self.bytes >= self.limits.bytes {
            return None;
        }
        let id = self.points.len() as PointId;
        self.bytes += size_of_val(&words[..]) + size_of::<(Box<[u64]>, PointId)>();
        self.points.insert(words.into(), id);
        Some(id)
    }

    pub fn known(&self, words: &[u64]) -> Option<PointId> {
        self.points.get(words).copied()
    }

    /// Every point with what is known there.
    pub fn all(&self) -> impl Iterator<Item = (&[u64], &[Entry])> {
        self.points.iter().filter_map(|(words, id)| Some((&**words, &*self.entries.get(id)?.entries)))
    }

    pub fn points(&self) -> usize {
        self.entries.len()
    }

    pub fn at(&mut self, point: PointId) -> Option<&mut Known> {
        self.entries.get_mut(&point)
    }

    /// Keeps what pruned most; of those that pruned nothing, the newest.
    pub fn insert(&mut self, point: PointId, mut entry: Entry) {
        let Known { entries: list, weak } = self.entries.entry(point).or_default();
        let covers = |a: &Entry, b: &Entry| {
            a.signature & !b.signature == 0
                && a.formula.is_part_of(&b.formula)
                && a.sleep.iter().all(|s| b.sleep.iter().any(|o| o.handle == s.handle))
        };
        if list.iter().any(|e| covers(e, &entry)) {
            return;
        }
        if !list.is_empty() && (list.len() >= self.limits.entries || self.bytes >= self.limits.bytes) {
            let (least, _) = list.iter().enumerate().min_by_key(|(_, e)| e.hits).expect("not empty");
            let gone = list.remove(least);
            weak.remove(least);
            self.bytes -= gone.bytes();
            // The set's and its own.
            if Arc::strong_count(&gone.seen) == 2 {
                self.seen.remove(&gone.seen);
                self.bytes -= bytes_of(&gone.seen);
            }
            self.kept -= 1;
            self.evicted += 1;
        }
        if self.bytes < self.limits.bytes {
            self.bytes += entry.bytes();
            match self.seen.get(&entry.seen) {
                Some(known) => entry.seen = known.clone(),
                None => {
                    self.bytes += bytes_of(&entry.seen);
                    self.seen.insert(entry.seen.clone());
                }
            }
            self.kept += 1;
            list.push(entry);
            weak.push(Weak::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rethread_expr::{SymbolKind, Terms};

    /// A formula that demands something of its own.
    fn entry(terms: &mut Terms, n: usize, hits: u64) -> Entry {
        let (symbol, one) = (terms.symbol(&format!("s{n}"), 8, SymbolKind::Input), terms.constant(8, 1));
        let demand = terms.eq(symbol, one);
        let formula = Formula::all(terms, [demand]).expect("it is not false");
        let (signature, seen) = (formula.signature(), Vec::new().into());
        Entry { formula, signature, sleep: Vec::new(), seen, hits, worth: 0, stacks: None, scope: None }
    }

    #[test]
    fn what_drops_most_stays() {
        let mut terms = Terms::new();
        let mut table = Table::new(SummaryLimits { entries: 3, ..SummaryLimits::default() });
        let point = table.point(vec![1]).expect("there is room");
        for (n, hits) in [7, 2, 5, 0, 9].into_iter().enumerate() {
            table.insert(point, entry(&mut terms, n, hits));
        }
        let hits: Vec<u64> = table.at(point).expect("known").entries.iter().map(|e| e.hits).collect();
        assert_eq!(hits, [7, 5, 9]);
        assert_eq!((table.kept, table.evicted), (3, 2));
    }

    #[test]
    fn the_table_keeps_to_its_size() {
        let mut terms = Terms::new();
        let mut table = Table::new(SummaryLimits { bytes: 20_000, ..SummaryLimits::default() });
        for n in 0..1000 {
            if let Some(point) = table.point(vec![n as u64]) {
                table.insert(point, entry(&mut terms, n, 0));
            }
        }
        // What is inserted last may go over it.
        assert!(table.kept > 10 && table.bytes < 20_000 + 1000, "{} in {} bytes", table.kept, table.bytes);
        assert!(table.point(vec![5000]).is_none() && table.point(vec![0]).is_some());
    }
}
