//! What was run: the part of a report that the outcome itself does not know.

use crate::accepted::Accepted;
use crate::value::count;
use rethread_explore::BugKind;
use rethread_testcase::Build;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Run {
    /// `0.1.0`.
    pub version: String,
    /// The inputs as given.
    pub files: Vec<String>,
    /// Their SHA-256, those that could be read.
    #[serde(default)]
    pub hashes: BTreeMap<String, String>,
    /// How the program is built, so that its tests can be replayed; relative names start at its `cwd`.
    pub build: Build,
    /// Where the names of sources start, if it is not the `cwd` of the build.
    pub sources: Option<PathBuf>,
    /// The commit, if it is one that was explored and not what is in the working folder.
    #[serde(default)]
    pub revision: Option<String>,
    /// Bugs that do not count.
    pub accepted: Accepted,
    /// As clang names itself; None if nothing was compiled.
    pub clang: Option<String>,
    /// What was looked for.
    pub checks: Vec<BugKind>,
    /// What exists but was not looked for.
    pub checks_off: Vec<BugKind>,
    /// Where the files are; None if nothing was written.
    pub out: Option<String>,
    /// Whether `suite.jsonl` is there.
    pub suite: bool,
}

impl Run {
    /// The folder of the bug at this position of the outcome's list.
    pub fn bug_path(&self, index: usize) -> Option<String> {
        Some(format!("{}/bugs/{}", self.out.as_ref()?, index + 1))
    }

    /// Where the names of sources start.
    pub fn source_folder(&self) -> &Path {
        self.sources.as_deref().unwrap_or(&self.build.cwd)
    }

    /// What the report calls the program.
    pub fn title(&self) -> String {
        match self.files.as_slice() {
            [] => "the program".into(),
            [one] => one.clone(),
            [first, rest @ ..] => {
                format!("{first} and {}", count(rest.len() as u64, "more file", "more files"))
            }
        }
    }
}
