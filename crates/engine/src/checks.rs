//! Which kinds of bugs are looked for.

use rethread_testcase::BugKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CheckSet(BTreeSet<BugKind>);

impl CheckSet {
    pub fn contains(&self, kind: BugKind) -> bool {
        self.0.contains(&kind)
    }

    pub fn all() -> CheckSet {
        CheckSet(BugKind::ALL.iter().copied().collect())
    }

    pub fn none() -> CheckSet {
        CheckSet(BTreeSet::new())
    }

    pub fn insert(&mut self, kind: BugKind) {
        self.0.insert(kind);
    }

    pub fn remove(&mut self, kind: BugKind) {
        self.0.remove(&kind);
    }

    pub fn iter(&self) -> impl Iterator<Item = BugKind> {
        self.0.iter().copied()
    }
}

impl FromIterator<BugKind> for CheckSet {
    fn from_iter<I: IntoIterator<Item = BugKind>>(kinds: I) -> CheckSet {
        CheckSet(kinds.into_iter().collect())
    }
}

/// Everything except overflow and leak.
impl Default for CheckSet {
    fn default() -> CheckSet {
        let mut set = CheckSet::all();
        set.remove(BugKind::Overflow);
        set.remove(BugKind::Leak);
        set
    }
}
