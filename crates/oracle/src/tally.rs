//! What a session did, in numbers.

use crate::compare::{Agreement, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub programs: u64,
    pub agree: u64,
    pub mismatches: u64,
    pub discarded: BTreeMap<String, u64>,
    /// Those that went through C, of those that agree.
    pub compiled: u64,
    pub settings: u64,
    pub baseline: u64,
    pub dpor: u64,
    pub blocked: u64,
    pub repeated: u64,
    pub shifted: u64,
    pub left_out: u64,
    /// States that summaries dropped.
    pub dropped: u64,
    /// Bugs that every setting found, by kind.
    pub bugs: BTreeMap<&'static str, u64>,
    /// Programs by the size of their truth: 1, 2 to 3, 4 to 7, ...
    pub sizes: BTreeMap<u32, u64>,
    /// How many programs that agree use what.
    pub features: BTreeMap<&'static str, u64>,
}

impl Tally {
    pub fn add(&mut self, verdict: &Verdict, features: &BTreeSet<&'static str>, compiled: bool) {
        self.programs += 1;
        match verdict {
            Verdict::Agree(a) => {
                self.agreed(a, features);
                self.compiled += u64::from(compiled);
            }
            Verdict::Discarded(why) => *self.discarded.entry(why.to_string()).or_insert(0) += 1,
            Verdict::Mismatch(_) => self.mismatches += 1,
        }
    }

    fn agreed(&mut self, a: &Agreement, features: &BTreeSet<&'static str>) {
        self.agree += 1;
        self.settings += a.settings;
        self.baseline += a.baseline;
        self.dpor += a.dpor;
        self.blocked += a.blocked;
        self.repeated += a.repeated;
        self.shifted += a.shifted;
        self.left_out += a.left_out;
        self.dropped += a.dropped;
        for b in &a.bugs {
            *self.bugs.entry(b.kind.name()).or_insert(0) += 1;
        }
        *self.sizes.entry(a.truth.max(1).ilog2()).or_insert(0) += 1;
        for f in features {
            *self.features.entry(f).or_insert(0) += 1;
        }
    }

    pub fn discards(&self) -> u64 {
        self.discarded.values().sum()
    }
}

pub(crate) fn list<K: fmt::Display>(counts: impl Iterator<Item = (K, u64)>) -> String {
    let items: Vec<String> = counts.map(|(k, n)| format!("{k} {n}")).collect();
    if items.is_empty() { "none".into() } else { items.join(", ") }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
        writeln!(f, "programs         {}", self.programs)?;
        writeln!(f, "mismatches       {}", self.mismatches)?;
        writeln!(f, "agree            {}, {} of them compiled from C as well", self.agree, self.compiled)?;
        writeln!(f, "settings         {} compared", self.settings)?;
        let why = list(self.discarded.iter().map(|(k, &n)| (k, n)));
        writeln!(f, "discarded        {:.1} % ({why})", share(self.discards(), self.programs))?;
        writeln!(f, "baseline runs    {}", self.baseline)?;
        writeln!(f, "dpor runs        {}", self.dpor)?;
        writeln!(f, "blocked runs     {} ({:.2} % of dpor's)", self.blocked, share(self.blocked, self.dpor))?;
        writeln!(f, "repeated runs    {} (of programs with atomic sections or barriers)", self.repeated)?;
        writeln!(
            f,
            "other classes    {} (of programs with atomic sections, not every access a step)",
            self.shifted
        )?;
        writeln!(f, "slices           {} sides of branches left out", self.left_out)?;
        writeln!(f, "summaries        {} states dropped", self.dropped)?;
        let sizes = self.sizes.iter().map(|(&k, &n)| (format!("{}+:", 1u64 << k), n));
        writeln!(f, "runs a program   {}", list(sizes))?;
        writeln!(f, "bugs             {}", list(self.bugs.iter().map(|(k, &n)| (k, n))))?;
        write!(f, "features         {}", list(self.features.iter().map(|(k, &n)| (k, n))))
    }
}
