//! What was run: the part of a report that the outcome itself does not know.

use rethread_explore::BugKind;
use serde::{Deserialize, Serialize};

/// How the program was put together, so that a test can be replayed from its file alone.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ProgramInfo {
    /// The inputs as given (`.c`, `.bc`, `.ll`).
    pub files: Vec<String>,
    /// What stood after `--`.
    #[serde(default)]
    pub clang_flags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compile_commands: Option<String>,
    /// `--model` files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// Where relative names start.
    #[serde(default)]
    pub directory: String,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Run {
    /// `0.1.0`.
    pub version: String,
    pub program: ProgramInfo,
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

    /// What the report calls the program.
    pub fn title(&self) -> String {
        match self.program.files.as_slice() {
            [] => "the program".into(),
            [one] => one.clone(),
            [first, rest @ ..] => format!("{first} and {} more", rest.len()),
        }
    }
}
