//! `report.json`: everything the report needs and the other files do not have, so that it can be made later and elsewhere.
//!
//! The sources are in it: what a report shows is what was explored, also if it was a revision that is gone, or was edited since.

use crate::change::Changed;
use crate::report::Report;
use crate::source::Sources;
use crate::{Error, Run};
use rethread_explore::{Bug, Outcome};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub const FILE: &str = "report.json";
const VERSION: u32 = 1;

type Texts = BTreeMap<String, Option<String>>;

#[derive(Serialize)]
struct Written<'a> {
    version: u32,
    run: &'a Run,
    outcome: &'a Outcome,
    sources: Texts,
    change: Option<&'a Changed>,
    old_sources: Texts,
}

#[derive(Deserialize)]
struct Read {
    version: u32,
    run: Run,
    outcome: Outcome,
    sources: Texts,
    change: Option<Changed>,
    old_sources: Texts,
}

/// What was read of an output folder.
pub struct Snapshot {
    run: Run,
    outcome: Outcome,
    sources: Sources,
    change: Option<Changed>,
}

pub fn text(report: &Report) -> String {
    let mut files: BTreeSet<&str> = report.outcome.coverage.lines.keys().map(String::as_str).collect();
    files.extend(report.run.files.iter().map(String::as_str));
    files.extend(report.outcome.bugs.iter().flat_map(places));
    let mut old: BTreeSet<&str> = BTreeSet::new();
    if let Some(changed) = report.change {
        files.extend(changed.pairs.iter().filter_map(|p| p.new.as_ref()).map(|s| s.file.as_str()));
        old.extend(changed.pairs.iter().filter_map(|p| p.old.as_ref()).map(|s| s.file.as_str()));
        old.extend(report.bugs().iter().filter(|s| s.index.is_none()).flat_map(|s| places(s.bug)));
    }
    let written = Written {
        version: VERSION,
        run: report.run,
        outcome: report.outcome,
        sources: report.sources.texts(files.into_iter()),
        change: report.change,
        old_sources: report.change.map(|c| c.old_sources.texts(old.into_iter())).unwrap_or_default(),
    };
    serde_json::to_string(&written).expect("plain data has a JSON form") + "\n"
}

fn places(bug: &Bug) -> impl Iterator<Item = &str> {
    let others = bug.other.iter().chain(&bug.waiting).flat_map(|o| o.stack.iter().chain([&o.place]));
    let steps = bug.interleaving.iter().map(|s| &s.place);
    [&bug.place].into_iter().chain(&bug.stack).chain(others).chain(steps).map(|p| p.file.as_str())
}

impl Snapshot {
    pub fn read(folder: &Path) -> Result<Snapshot, Error> {
        let path = folder.join(FILE);
        let text = std::fs::read_to_string(&path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                let why = "it is not there; name an output folder of `rethread check` or `rethread diff`";
                Error::new("read", &path, why)
            }
            _ => Error::io("read", &path, &e),
        })?;
        #[derive(Deserialize)]
        struct Head {
            version: u32,
        }
        let wrong = |e: serde_json::Error| Error::new("read", &path, e);
        let head: Head = serde_json::from_str(&text).map_err(wrong)?;
        if head.version != VERSION {
            let why = format!("it has version {}, this rethread reads {VERSION}", head.version);
            return Err(Error::new("read", &path, why));
        }
        let read: Read = serde_json::from_str(&text).map_err(wrong)?;
        debug_assert_eq!(read.version, VERSION);
        let change = read.change.map(|c| Changed { old_sources: Sources::of(read.old_sources), ..c });
        Ok(Snapshot { run: read.run, outcome: read.outcome, sources: Sources::of(read.sources), change })
    }

    pub fn report(&self) -> Report<'_> {
        let Snapshot { run, outcome, sources, change } = self;
        Report { outcome, run, sources, change: change.as_ref() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn what_was_written_is_read_without_the_sources() {
        let folder = sample::folder();
        let (outcome, run) = (sample::outcome(), sample::run());
        let sources = Sources::new(folder.path());
        let written = text(&Report::new(&outcome, &run, &sources));
        std::fs::write(folder.path().join(FILE), &written).unwrap();
        std::fs::remove_file(folder.path().join("ring.c")).unwrap();
        let read = Snapshot::read(folder.path()).unwrap();
        assert_eq!((&read.outcome, &read.run), (&outcome, &run));
        assert_eq!(read.report().sources.line("ring.c", 12).unwrap(), "    return 0;");
        assert_eq!(text(&read.report()), written);
    }

    #[test]
    fn what_cannot_be_read_is_explained() {
        let folder = tempfile::tempdir().unwrap();
        let why = |text: Option<&str>| {
            text.iter().for_each(|t| std::fs::write(folder.path().join(FILE), t).unwrap());
            Snapshot::read(folder.path()).err().unwrap().to_string()
        };
        assert!(why(None).contains("name an output folder"));
        assert!(why(Some("{")).contains("report.json"));
        assert!(why(Some("{\"version\":7}")).contains("has version 7"));
    }
}
