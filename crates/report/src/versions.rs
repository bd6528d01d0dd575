//! Two versions of a program side by side: what changed, what that can affect, what feeds it.
//!
//! Guarantee: every line of both files is there once, in order; lines that are each other's stand in one row.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is the matter with a line.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    Added,
    Deleted,
    Modified,
    /// Can be affected.
    Affected,
    /// Feeds what changed.
    Feeds,
    /// Both.
    AffectedFeeds,
}

impl Mark {
    pub fn text(self) -> &'static str {
        match self {
            Mark::Added => " +",
            Mark::Deleted => " -",
            Mark::Modified => " ~",
            Mark::Affected => " >",
            Mark::Feeds => "< ",
            Mark::AffectedFeeds => "<>",
        }
    }

    pub(crate) fn class(self) -> &'static str {
        match self {
            Mark::Added => "add",
            Mark::Deleted => "del",
            Mark::Modified => "mod",
            Mark::Affected | Mark::AffectedFeeds => "aff",
            Mark::Feeds => "fed",
        }
    }
}

/// A file and its marked lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Side {
    pub file: String,
    pub marks: BTreeMap<u32, Mark>,
}

/// A file in both versions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    pub old: Option<Side>,
    pub new: Option<Side>,
    /// Lines of the new version and what they were in the old one.
    pub same: BTreeMap<u32, u32>,
}

/// What is meant by the marks.
pub const LEGEND: &str = "+ added  ~ modified  - deleted  > can be affected  < feeds what changed";

/// A row: a line of each version, or of one.
pub(crate) type Row = (Option<u32>, Option<u32>);

/// The lines of both files in rows: what is the same in one, what is between beside each other as far as it goes.
pub(crate) fn rows(old: u32, new: u32, same: &BTreeMap<u32, u32>) -> Vec<Row> {
    let mut out = Vec::new();
    let mut at = (1, 1);
    let ends = same.iter().map(|(&n, &o)| (o, n)).chain([(old + 1, new + 1)]);
    for (o, n) in ends {
        // A line that came from further up stands where it stands now.
        if o < at.0 || n < at.1 {
            continue;
        }
        let (mut before, mut now) = (at.0..o, at.1..n);
        loop {
            match (before.next(), now.next()) {
                (None, None) => break,
                row => out.push(row),
            }
        }
        if o <= old && n <= new {
            out.push((Some(o), Some(n)));
        }
        at = (o + 1, n + 1);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_there_once() {
        let same = BTreeMap::from([(1, 1), (4, 2), (5, 9), (6, 3)]);
        let rows = rows(9, 7, &same);
        let (old, new): (Vec<_>, Vec<_>) = rows.iter().copied().unzip();
        assert!(old.into_iter().flatten().eq(1..=9));
        assert!(new.into_iter().flatten().eq(1..=7));
        assert_eq!(rows[..2], [(Some(1), Some(1)), (None, Some(2))]);
        assert!(rows.contains(&(Some(2), Some(4))) && rows.contains(&(Some(9), Some(5))));
    }
}
