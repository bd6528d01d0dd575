//! Bugs that the project knows and accepts.
//!
//! Guarantee: an entry accepts bugs of its kind in its file and function, on a line with its text (of a race both lines): it holds
//! when lines move, and no longer when the line itself is edited. Where the source cannot be read the line's number decides.

use crate::source::Sources;
use rethread_explore::{Bug, Outcome, Place, Verdict};
use serde::{Deserialize, Serialize};
use std::path::{Component, Path, PathBuf};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub kind: String,
    /// From the project's root.
    pub file: String,
    pub line: u32,
    pub function: String,
    /// The text of the line, without blanks at its ends.
    #[serde(default)]
    pub source: String,
    pub reason: String,
    pub date: String,
    /// Of a race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<Spot>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    pub file: String,
    pub line: u32,
    pub function: String,
    #[serde(default)]
    pub source: String,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Accepted {
    entries: Vec<Entry>,
    root: PathBuf,
    /// Where the names of a report start.
    here: PathBuf,
}

impl Accepted {
    pub fn new(entries: Vec<Entry>, root: PathBuf, here: PathBuf) -> Accepted {
        Accepted { entries, root, here }
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Why the bug is accepted, if it is.
    pub fn reason(&self, bug: &Bug, sources: &Sources) -> Option<&str> {
        let at = |spot: &Spot, place: &Place| self.is_at(spot, place, sources);
        let fits = |e: &&Entry| {
            let first = Spot::of(e);
            e.kind == bug.kind.name()
                && match (&e.other, &bug.other) {
                    (Some(second), Some(other)) => {
                        at(&first, &bug.place) && at(second, &other.place)
                            || at(second, &bug.place) && at(&first, &other.place)
                    }
                    (Some(_), None) => false,
                    (None, _) => at(&first, &bug.place),
                }
        };
        self.entries.iter().find(fits).map(|e| &*e.reason)
    }

    fn is_at(&self, spot: &Spot, place: &Place, sources: &Sources) -> bool {
        let same_text = match sources.line(&place.file, place.line) {
            Some(text) if !spot.source.is_empty() => text.trim() == spot.source,
            _ => place.line == spot.line,
        };
        same_text && spot.function == place.function && spot.file == self.named(&place.file)
    }

    /// A file's name from the project's root.
    pub fn named(&self, file: &str) -> String {
        let mut full = PathBuf::new();
        for part in self.here.join(file).components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => _ = full.pop(),
                other => full.push(other),
            }
        }
        full.strip_prefix(&self.root).unwrap_or(Path::new(&full)).display().to_string()
    }

    /// What is left of a verdict when what is accepted does not count.
    pub fn verdict(&self, outcome: &Outcome, sources: &Sources) -> Verdict {
        match outcome.verdict {
            Verdict::Bugs if outcome.bugs.iter().all(|b| self.reason(b, sources).is_some()) => {
                if outcome.bounds_hit.is_empty() { Verdict::Ok } else { Verdict::Incomplete }
            }
            other => other,
        }
    }
}

impl Spot {
    fn of(e: &Entry) -> Spot {
        Spot { file: e.file.clone(), line: e.line, function: e.function.clone(), source: e.source.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn entry() -> Entry {
        Entry {
            kind: "assert".into(),
            file: "src/ring.c".into(),
            line: 3,
            function: "main".into(),
            source: "assert(r.head <= 8);".into(),
            reason: "the caller checks".into(),
            date: "2026-01-02".into(),
            other: None,
        }
    }

    fn accepted(entries: Vec<Entry>) -> Accepted {
        Accepted::new(entries, "/p".into(), "/p/src/sub".into())
    }

    /// Of the second bug of the sample, as it is seen from a folder below.
    fn reason(entries: Vec<Entry>) -> Option<String> {
        let folder = sample::folder();
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        let mut bug = sample::outcome().bugs.remove(1);
        bug.place.file = "../ring.c".into();
        let sources = Sources::new(&folder.path().join("sub"));
        accepted(entries).reason(&bug, &sources).map(str::to_string)
    }

    #[test]
    fn the_text_of_the_line_decides_not_its_number() {
        assert_eq!(reason(vec![entry()]).as_deref(), Some("the caller checks"));
        for other in [
            Entry { source: "assert(r.head <= 9);".into(), line: 11, ..entry() },
            Entry { kind: "null".into(), ..entry() },
            Entry { file: "ring.c".into(), ..entry() },
            Entry { function: "ring_push".into(), ..entry() },
        ] {
            assert_eq!(reason(vec![other]), None);
        }
        assert!(reason(vec![Entry { source: String::new(), line: 11, ..entry() }]).is_some());
        assert!(reason(vec![Entry { source: String::new(), ..entry() }]).is_none());
    }

    #[test]
    fn only_what_is_not_accepted_counts() {
        let sources = Sources::new(Path::new("/nonexistent"));
        let here = |entries| Accepted::new(entries, "/p".into(), "/p/src".into());
        let mut outcome = sample::outcome();
        let first = Entry { line: 11, ..entry() };
        assert_eq!(here(vec![first.clone()]).verdict(&outcome, &sources), Verdict::Bugs);
        outcome.bugs.remove(0);
        assert_eq!(here(vec![first.clone()]).verdict(&outcome, &sources), Verdict::Incomplete);
        outcome.bounds_hit.clear();
        assert_eq!(here(vec![first]).verdict(&outcome, &sources), Verdict::Ok);
        assert_eq!(here(vec![]).verdict(&outcome, &sources), Verdict::Bugs);
    }
}
