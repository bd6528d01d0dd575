//! The folder of `--out`: tests and bugs are written as they are found, the rest at the end.
//!
//! Guarantee: what was found before the process died is on disk up to the last flush. A write that
//! fails does not stop the run: the first failure is kept and handed back by [`OutDir::finish`], and
//! whatever can still be written is written. A folder belongs to one process at a time: `build.json` is
//! locked while it writes (the lock goes with the process, however that ends).

use crate::emit::lcov;
use crate::ktest::KTest;
use crate::report::Report;
use crate::source::Sources;
use crate::suite::SuiteWriter;
use crate::terminal::{Palette, bug_text};
use crate::timeline::{self, Timeline};
use crate::tree::TreeWriter;
use crate::{Error, Run, json, snapshot};
use rethread_explore::{Bug, BugKind, Outcome, Place, Progress, Test, TreeNode};
use rethread_testcase::{BUILD_FILE, SUITE_FILE, TEST_FILE};
use serde::Serialize;
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// One per bug: kind, place, and the other place of a race.
type Key = (BugKind, Place, Option<Place>);

fn key(bug: &Bug) -> Key {
    (bug.kind, bug.place.clone(), bug.other.as_ref().map(|o| o.place.clone()))
}

pub struct OutDir {
    root: PathBuf,
    moved_to: Option<PathBuf>,
    suite: Option<SuiteWriter>,
    /// In the order of their folders, which is the order they were found in.
    found: Vec<Key>,
    timeline: Timeline,
    /// None when it could not be written.
    tree: Option<TreeWriter>,
    failure: Option<Error>,
    /// Locked.
    _build: File,
}

impl OutDir {
    /// Makes an empty folder; what stood there before is moved aside, not deleted.
    pub fn create(root: &Path, run: &Run) -> Result<OutDir, Error> {
        let moved_to = move_aside(root)?;
        fs::create_dir_all(root).map_err(|e| Error::io("create folder", root, &e))?;
        // First of all how to build the program: a test is worth nothing without. It also finds out
        // now, not after an hour of work, whether the folder can be written.
        let build = take(root, &pretty(&run.build))?;
        let suite = run.suite.then(|| SuiteWriter::create(&root.join(SUITE_FILE))).transpose()?;
        Ok(OutDir {
            root: root.to_path_buf(),
            moved_to,
            suite,
            found: Vec::new(),
            timeline: Timeline::default(),
            tree: Some(TreeWriter::new(root)),
            failure: None,
            _build: build,
        })
    }

    /// Where an earlier result went.
    pub fn moved_to(&self) -> Option<&Path> {
        self.moved_to.as_deref()
    }

    pub fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }

    pub fn test(&mut self, test: &Test) {
        if let Some(suite) = &mut self.suite
            && let Err(e) = suite.write(test)
        {
            self.keep(e);
            // The rest would fail too, or worse, leave holes.
            self.suite = None;
        }
    }

    pub fn bug(&mut self, bug: &Bug, run: &Run) {
        let index = self.found.len();
        self.found.push(key(bug));
        let folder = self.bug_folder(index);
        if let Err(e) = write_bug(&folder, bug, index, run) {
            self.keep(e);
        }
    }

    pub fn sample(&mut self, progress: &Progress) {
        self.timeline.add(progress);
    }

    pub fn tree(&mut self, node: &TreeNode) {
        self.on_tree(|tree| tree.node(node));
    }

    pub fn tree_beyond(&mut self, node: u32, runs: u64) {
        self.on_tree(|tree| tree.beyond(node, runs));
    }

    fn on_tree(&mut self, work: impl FnOnce(&mut TreeWriter) -> Result<(), Error>) {
        if let Some(Err(e)) = self.tree.as_mut().map(work) {
            self.keep(e);
            self.tree = None;
        }
    }

    pub fn flush(&mut self) {
        self.on_tree(TreeWriter::flush);
        if let Some(Err(e)) = self.suite.as_mut().map(SuiteWriter::flush) {
            self.keep(e);
            self.suite = None;
        }
    }

    /// Writes what is known at the end, and numbers the bugs as the outcome lists them.
    pub fn finish(mut self, report: &Report, result: &json::Result) -> Result<(), Error> {
        self.flush();
        let (outcome, run) = (report.outcome, report.run);
        let last = Progress {
            counters: outcome.counters.clone(),
            covered: outcome.coverage.covered(),
            lines: outcome.coverage.total(),
            bugs: outcome.bugs.len() as u64,
            memory_bytes: outcome.counters.peak_memory_bytes,
            frontier: 0,
        };
        self.timeline.end(&last);
        let steps = [
            self.number_bugs(outcome, run),
            write(&self.root.join("coverage.lcov"), lcov::text(&outcome.coverage)),
            write(&self.root.join(timeline::FILE), self.timeline.text()),
            write(&self.root.join(snapshot::FILE), snapshot::text(report)),
            write(&self.root.join("result.json"), result.to_text() + "\n"),
        ];
        for step in steps {
            if let Err(e) = step {
                self.keep(e);
            }
        }
        self.failure.map_or(Ok(()), Err)
    }

    /// Nothing came of the run: if nothing was written either, an earlier result goes back to its place.
    pub fn abandon(mut self) {
        let written = self.suite.as_ref().map_or(0, SuiteWriter::written);
        if written > 0 || !self.found.is_empty() {
            self.flush();
            return;
        }
        // As good as it gets: what went wrong with the run is worth more than what goes wrong here.
        let _ = fs::remove_dir_all(&self.root);
        if let Some(moved) = &self.moved_to {
            let _ = fs::rename(moved, &self.root);
        }
    }

    fn bug_folder(&self, index: usize) -> PathBuf {
        self.root.join("bugs").join((index + 1).to_string())
    }

    fn keep(&mut self, error: Error) {
        self.failure.get_or_insert(error);
    }

    /// Folders carry the number the report prints, so they are written again in that order.
    fn number_bugs(&self, outcome: &Outcome, run: &Run) -> Result<(), Error> {
        let listed: Vec<Key> = outcome.bugs.iter().map(key).collect();
        if listed == self.found {
            return Ok(());
        }
        let bugs = self.root.join("bugs");
        let fresh = self.root.join("bugs.new");
        for (i, bug) in outcome.bugs.iter().enumerate() {
            write_bug(&fresh.join((i + 1).to_string()), bug, i, run)?;
        }
        if bugs.exists() {
            fs::remove_dir_all(&bugs).map_err(|e| Error::io("replace", &bugs, &e))?;
        }
        if fresh.exists() {
            fs::rename(&fresh, &bugs).map_err(|e| Error::io("write", &bugs, &e))?;
        }
        Ok(())
    }
}

fn write_bug(folder: &Path, bug: &Bug, index: usize, run: &Run) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|e| Error::io("create folder", folder, &e))?;
    write(&folder.join(TEST_FILE), pretty(&bug.test))?;
    let program = run.files.first().map_or("program", String::as_str);
    write(&folder.join("test.ktest"), KTest::of(&bug.test, program).to_bytes())?;
    let sources = Sources::new(run.source_folder());
    write(&folder.join("report.txt"), bug_text(bug, index, run, &sources, &Palette::plain()))
}

fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("plain data has a JSON form") + "\n"
}

pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Error> {
    fs::write(path, content).map_err(|e| Error::io("write", path, &e))
}

/// `DIR` becomes `DIR.N` with the next free N; an empty folder is simply used.
const TAKEN: &str = "another rethread is writing to it; name another folder with --out";

/// Writes `build.json` and locks it.
fn take(root: &Path, text: &str) -> Result<File, Error> {
    let path = root.join(BUILD_FILE);
    let failed = |e: std::io::Error| match e.kind() {
        ErrorKind::AlreadyExists | ErrorKind::NotFound => Error::new("write to", root, TAKEN),
        _ => Error::io("write", &path, &e),
    };
    let mut file = File::create_new(&path).map_err(failed)?;
    // Someone who was about to move the folder aside may have done so since.
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    let ours = !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
        && same(file.metadata().map_err(failed)?, fs::metadata(&path).map_err(failed)?);
    if !ours {
        return Err(Error::new("write to", root, TAKEN));
    }
    file.write_all(text.as_bytes()).map_err(failed)?;
    Ok(file)
}

fn move_aside(root: &Path) -> Result<Option<PathBuf>, Error> {
    let Ok(metadata) = fs::symlink_metadata(root) else {
        return Ok(None);
    };
    if metadata.is_dir() && fs::read_dir(root).is_ok_and(|mut d| d.next().is_none()) {
        return Ok(None);
    }
    if !metadata.is_dir() {
        return Err(Error::new("write to", root, "it exists and is not a folder"));
    }
    let full = fs::canonicalize(root).map_err(|e| Error::io("read folder", root, &e))?;
    if std::env::current_dir().is_ok_and(|here| here.starts_with(&full)) {
        return Err(Error::new(
            "write to",
            root,
            "the working folder is inside it, so it cannot be moved aside",
        ));
    }
    // Held until the folder has moved.
    let lock = File::open(root.join(BUILD_FILE)).ok();
    if let Some(Err(TryLockError::WouldBlock)) = lock.as_ref().map(File::try_lock) {
        return Err(Error::new("write to", root, TAKEN));
    }
    let name = full.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let parent = full.parent().unwrap_or(Path::new("/"));
    let last = fs::read_dir(parent)
        .map_err(|e| Error::io("read folder", parent, &e))?
        .filter_map(|entry| {
            let other = entry.ok()?.file_name().to_string_lossy().into_owned();
            other.strip_prefix(&name)?.strip_prefix('.')?.parse::<u32>().ok()
        })
        .max()
        .unwrap_or(0);
    let mut number = last.saturating_add(1);
    loop {
        let aside = root.with_file_name(format!("{name}.{number}"));
        match fs::rename(root, &aside) {
            Ok(()) => return Ok(Some(aside)),
            // Another rethread was quicker: it took the number, or it moved the folder itself.
            Err(e) if e.kind() == ErrorKind::DirectoryNotEmpty => number = number.saturating_add(1),
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(Error::io("move aside", root, &e)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use rethread_explore::EndKind;
    use rethread_testcase::TestSource;

    fn files(root: &Path) -> Vec<String> {
        let mut names = Vec::new();
        let mut folders = vec![root.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => folders.push(path),
                    false => names.push(path.strip_prefix(root).unwrap().display().to_string()),
                }
            }
        }
        names.sort();
        names
    }

    #[test]
    fn a_run_leaves_these_files() {
        let folder = sample::folder();
        let root = folder.path().join("out");
        let mut run = sample::run();
        run.out = Some(root.display().to_string());
        run.build.cwd = folder.path().into();
        let outcome = sample::outcome();
        let mut out = OutDir::create(&root, &run).unwrap();
        out.test(&sample::test("1", EndKind::Exit { code: 0 }));
        // Found in the opposite order of the final list.
        out.bug(&outcome.bugs[1], &run);
        out.bug(&outcome.bugs[0], &run);
        let first = TestSource::find(&format!("{}/bugs/1", root.display())).unwrap();
        assert_eq!(first.tests().unwrap()[0].id, "9");
        let sources = Sources::new(folder.path());
        out.finish(&Report::new(&outcome, &run, &sources), &json::Result::of(&outcome, &run)).unwrap();
        assert_eq!(
            files(&root),
            [
                "bugs/1/report.txt",
                "bugs/1/test.json",
                "bugs/1/test.ktest",
                "bugs/2/report.txt",
                "bugs/2/test.json",
                "bugs/2/test.ktest",
                "build.json",
                "coverage.lcov",
                "report.json",
                "result.json",
                "suite.jsonl",
                "timeline.jsonl"
            ]
        );
        for (i, bug) in outcome.bugs.iter().enumerate() {
            let source = TestSource::find(&run.bug_path(i).unwrap()).unwrap();
            assert_eq!(source.tests().unwrap(), std::slice::from_ref(&bug.test));
            assert_eq!(source.build().unwrap(), run.build);
        }
        let suite = TestSource::find(&root.display().to_string()).unwrap();
        assert_eq!(suite.tests().unwrap().len(), 1);
    }

    #[test]
    fn an_earlier_result_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("out");
        let run = Run { suite: false, ..sample::run() };
        assert_eq!(OutDir::create(&root, &run).unwrap().moved_to(), None);
        for n in 1..=3 {
            let out = OutDir::create(&root, &run).unwrap();
            assert_eq!(out.moved_to().unwrap(), folder.path().join(format!("out.{n}")));
        }
        assert_eq!(
            files(folder.path()),
            ["out.1/build.json", "out.2/build.json", "out.3/build.json", "out/build.json"]
        );
    }

    #[test]
    fn a_run_that_came_to_nothing_leaves_the_earlier_result() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("out");
        fs::create_dir(&root).unwrap();
        fs::write(root.join("mine"), "").unwrap();
        OutDir::create(&root, &sample::run()).unwrap().abandon();
        assert_eq!(files(folder.path()), ["out/mine"]);

        let mut out = OutDir::create(&root, &sample::run()).unwrap();
        out.test(&sample::test("1", EndKind::Exit { code: 0 }));
        out.abandon();
        assert_eq!(files(folder.path()), ["out.1/mine", "out/build.json", "out/suite.jsonl"]);
    }

    #[test]
    fn what_cannot_be_written_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "x").unwrap();
        let error = OutDir::create(&file, &sample::run()).err().unwrap();
        assert!(error.to_string().contains("exists and is not a folder"), "{error}");
        let below = file.join("out");
        let error = OutDir::create(&below, &sample::run()).err().unwrap();
        assert!(error.to_string().starts_with("cannot create folder"), "{error}");
        assert!(OutDir::create(Path::new("."), &sample::run()).is_err());
    }

    #[test]
    fn a_full_disk_is_said_once_and_loses_nothing_else() {
        // /dev/full accepts opening and refuses every write, as a full disk does.
        let root = tempfile::tempdir().unwrap();
        let run = Run { suite: false, ..sample::run() };
        let mut out = OutDir::create(root.path(), &run).unwrap();
        out.suite = Some(SuiteWriter::create(Path::new("/dev/full")).unwrap());
        out.test(&sample::test("1", EndKind::Exit { code: 0 }));
        let result = json::Result::of(&sample::clean(), &sample::run());
        let (outcome, run, sources) = (sample::clean(), sample::run(), Sources::new(root.path()));
        let error = out.finish(&Report::new(&outcome, &run, &sources), &result).unwrap_err();
        assert!(error.to_string().contains("No space left on device (free some space"), "{error}");
        let left = ["build.json", "coverage.lcov", "report.json", "result.json", "timeline.jsonl"];
        assert_eq!(files(root.path()), left);
    }
}
