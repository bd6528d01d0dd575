//! What a session on pairs did, in numbers.

use super::chain::Chain;
use super::explored::Explored;
use super::unaffected::Seen;
use crate::setting::{Discard, runs};
use crate::tally::list;
use rethread_explore::Outcome;
use std::collections::BTreeMap;
use std::fmt;

#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub chains: u64,
    /// Chains that went through C.
    pub compiled: u64,
    /// Versions of which both neighbours could be explored.
    pub pairs: u64,
    /// Of any two versions of a chain, in both directions, and each with itself.
    pub comparisons: u64,
    pub mismatches: u64,
    pub discarded: BTreeMap<String, u64>,
    /// Runs of the truth.
    pub runs: u64,
    /// Lines of new versions.
    pub unaffected: u64,
    pub affected: u64,
    /// Comparisons of versions with different bugs or coverage.
    pub differing: u64,
    /// Comparisons without a change.
    pub empty: u64,
    /// Answers of `diff`, and their runs.
    pub answers: u64,
    /// Chains walked with a store on disk.
    pub stored: u64,
    pub explored: u64,
    /// Pairs by the number of their edits, and by what those do.
    pub sizes: BTreeMap<usize, u64>,
    pub edits: BTreeMap<&'static str, u64>,
    /// Bugs of versions, by kind.
    pub bugs: BTreeMap<&'static str, u64>,
}

impl Tally {
    pub fn discard(&mut self, why: &Discard) {
        *self.discarded.entry(why.to_string()).or_insert(0) += 1;
    }

    pub fn see(&mut self, seen: &Seen) {
        self.comparisons += 1;
        self.unaffected += seen.unaffected;
        self.affected += seen.affected;
        self.differing += u64::from(seen.differs);
        self.empty += u64::from(seen.empty);
    }

    pub fn answer(&mut self, outcome: &Outcome) {
        self.answers += 1;
        self.explored += runs(&outcome.counters);
    }

    pub fn chain(&mut self, chain: &Chain, explored: &[Option<Explored>], compiled: bool) {
        self.chains += 1;
        self.compiled += u64::from(compiled);
        for (both, edits) in explored.windows(2).zip(&chain.edits) {
            if let [Some(_), Some(_)] = both {
                self.pairs += 1;
                *self.sizes.entry(edits.len()).or_insert(0) += 1;
                edits.iter().for_each(|e| *self.edits.entry(e.name()).or_insert(0) += 1);
            }
        }
        for bug in explored.iter().flatten().flat_map(|e| &e.findings) {
            *self.bugs.entry(bug.kind.name()).or_insert(0) += 1;
        }
    }

    /// With what another chain gave.
    pub fn add(&mut self, other: &Tally) {
        fn merge<K: Ord + Clone>(into: &mut BTreeMap<K, u64>, from: &BTreeMap<K, u64>) {
            from.iter().for_each(|(k, n)| *into.entry(k.clone()).or_insert(0) += n);
        }
        self.chains += other.chains;
        self.compiled += other.compiled;
        self.pairs += other.pairs;
        self.comparisons += other.comparisons;
        self.mismatches += other.mismatches;
        self.runs += other.runs;
        self.unaffected += other.unaffected;
        self.affected += other.affected;
        self.differing += other.differing;
        self.empty += other.empty;
        self.answers += other.answers;
        self.stored += other.stored;
        self.explored += other.explored;
        merge(&mut self.discarded, &other.discarded);
        merge(&mut self.sizes, &other.sizes);
        merge(&mut self.edits, &other.edits);
        merge(&mut self.bugs, &other.bugs);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.unaffected + self.affected;
        let share = 100.0 * self.affected as f64 / lines.max(1) as f64;
        writeln!(
            f,
            "pairs            {} in {} chains, {} of them compiled from C",
            self.pairs, self.chains, self.compiled
        )?;
        writeln!(f, "mismatches       {}", self.mismatches)?;
        writeln!(
            f,
            "comparisons      {}, {} of versions that behave differently, {} without a change",
            self.comparisons, self.differing, self.empty
        )?;
        writeln!(
            f,
            "diff             {} answers, {} runs; {} chains with a store",
            self.answers, self.explored, self.stored
        )?;
        writeln!(f, "discarded        {}", list(self.discarded.iter().map(|(k, &n)| (k, n))))?;
        writeln!(f, "runs             {}", self.runs)?;
        writeln!(
            f,
            "lines            {} unaffected, {} affected ({share:.0} %)",
            self.unaffected, self.affected
        )?;
        writeln!(f, "edits a pair     {}", list(self.sizes.iter().map(|(k, &n)| (format!("{k}:"), n))))?;
        writeln!(f, "edits            {}", list(self.edits.iter().map(|(k, &n)| (k, n))))?;
        write!(f, "bugs             {}", list(self.bugs.iter().map(|(k, &n)| (k, n))))
    }
}
