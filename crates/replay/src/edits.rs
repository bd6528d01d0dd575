//! Where the places of a test are now, if its program was edited since.
//!
//! Lines that are still there are paired in order (a longest common subsequence); a place on one of them goes with
//! it, any other is gone. Guarantee: a program that was not edited keeps its places. Only files that were named to
//! `check` are known line by line; places in headers stay as they are.

use crate::judge::same_file;
use rethread_analysis::common_subsequence;
use rethread_testcase::{Build, EndKind, Place, ScheduleStep, SourceLines, Test};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;

/// Ends the place of a step whose line is gone: it is then found nowhere.
pub const GONE: &str = " (gone)";

/// The files that were edited, with the new number of each line that is still there.
#[derive(Debug, Default)]
pub struct Edits {
    files: Vec<(String, BTreeMap<u32, u32>)>,
}

impl Edits {
    pub fn since(build: &Build) -> Edits {
        let mut files = Vec::new();
        for old in &build.sources {
            let unit = build.inputs.iter().find(|unit| unit.file == old.file);
            let folder = unit.and_then(|unit| unit.directory.as_ref()).unwrap_or(&build.cwd);
            // What cannot be read is for the compiler to say.
            let Ok(text) = fs::read(folder.join(&old.file)) else { continue };
            let new = SourceLines::new(&old.file, &text);
            if new.lines == old.lines {
                continue;
            }
            let pairs = common_subsequence(&old.keys(), &new.keys());
            let lines = pairs.into_iter().map(|(a, b)| (a as u32 + 1, b as u32 + 1)).collect();
            files.push((old.file.clone(), lines));
        }
        Edits { files }
    }

    /// The line now; None if it is gone.
    fn line(&self, build: &Build, file: &str, line: u32) -> Option<u32> {
        match self.files.iter().find(|(edited, _)| same_file(build, edited, file)) {
            Some((_, lines)) => lines.get(&line).copied(),
            None => Some(line),
        }
    }

    /// The test with the places of this version.
    pub fn moved<'t>(&self, build: &Build, test: &'t Test) -> Cow<'t, Test> {
        if self.files.is_empty() {
            return Cow::Borrowed(test);
        }
        let mut test = test.clone();
        for step in test.schedule.iter_mut().chain(&mut test.standing).chain(&mut test.environment) {
            self.move_step(build, step);
        }
        if let EndKind::Bug { place, .. } = &mut test.end.how {
            // No line has the number 0: nothing ends there.
            place.line = self.line(build, &place.file, place.line).unwrap_or(0);
        }
        Cow::Owned(test)
    }

    fn move_step(&self, build: &Build, step: &mut ScheduleStep) {
        let Some((file, line, column)) = step.location() else { return };
        match self.line(build, file, line) {
            Some(now) => step.place = format!("{file}:{now}:{column}"),
            None => step.place.push_str(GONE),
        }
    }

    /// For a person: what became of the place of the test's end; None if it is where it was.
    pub fn said(&self, build: &Build, test: &Test) -> Option<String> {
        let EndKind::Bug { place: Place { file, line, .. }, .. } = &test.end.how else {
            let names: Vec<&str> = self.files.iter().map(|(file, _)| file.as_str()).collect();
            return (!names.is_empty()).then(|| format!("{} was edited since", names.join(", ")));
        };
        match self.line(build, file, *line) {
            Some(now) if now == *line => None,
            Some(now) => Some(format!("{file} was edited since: line {line} is now line {now}")),
            None => Some(format!("{file} was edited since: line {line} is gone or was changed")),
        }
    }
}
