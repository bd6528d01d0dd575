//! The test format: one JSON object, a line of `suite.jsonl` or a `test.json`.

use crate::bytes;
use serde::{Deserialize, Serialize};

/// Version of [`Test`] that this rethread writes and reads.
pub const TEST_VERSION: u32 = 1;

/// The kinds of `docs/INTERFACE`: one name each, in reports and on the command line.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BugKind {
    Assert,
    Null,
    Bounds,
    UseAfterFree,
    DoubleFree,
    InvalidFree,
    Uninit,
    DivByZero,
    Overflow,
    Unreachable,
    StackOverflow,
    ConstWrite,
    Leak,
    Race,
    Deadlock,
    LockMisuse,
    Abort,
}

impl BugKind {
    /// Every kind, in the order of the interface.
    pub const ALL: [BugKind; 17] = [
        BugKind::Assert,
        BugKind::Null,
        BugKind::Bounds,
        BugKind::UseAfterFree,
        BugKind::DoubleFree,
        BugKind::InvalidFree,
        BugKind::Uninit,
        BugKind::DivByZero,
        BugKind::Overflow,
        BugKind::Unreachable,
        BugKind::StackOverflow,
        BugKind::ConstWrite,
        BugKind::Leak,
        BugKind::Race,
        BugKind::Deadlock,
        BugKind::LockMisuse,
        BugKind::Abort,
    ];

    /// Its one name, in reports, in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            BugKind::Assert => "assert",
            BugKind::Null => "null",
            BugKind::Bounds => "bounds",
            BugKind::UseAfterFree => "use-after-free",
            BugKind::DoubleFree => "double-free",
            BugKind::InvalidFree => "invalid-free",
            BugKind::Uninit => "uninit",
            BugKind::DivByZero => "div-by-zero",
            BugKind::Overflow => "overflow",
            BugKind::Unreachable => "unreachable",
            BugKind::StackOverflow => "stack-overflow",
            BugKind::ConstWrite => "const-write",
            BugKind::Leak => "leak",
            BugKind::Race => "race",
            BugKind::Deadlock => "deadlock",
            BugKind::LockMisuse => "lock-misuse",
            BugKind::Abort => "abort",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<BugKind> {
        BugKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl std::fmt::Display for BugKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A place a person can open.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Test {
    /// Did the run have more threads than one, or choices between them?
    pub fn is_concurrent(&self) -> bool {
        self.threads > 0 || !self.schedule.is_empty() || !self.standing.is_empty()
    }
}

/// An input and a schedule, and how the program ends with them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Test {
    /// [`TEST_VERSION`] when it was written.
    pub version: u32,
    /// Unique in its suite, the same in every run of the same command.
    pub id: String,
    /// In the order the program asked for them.
    pub inputs: Vec<Input>,
    /// Command line after the program's name.
    #[serde(with = "bytes::lossless_list")]
    pub args: Vec<Vec<u8>>,
    #[serde(with = "bytes::lossless")]
    pub stdin: Vec<u8>,
    /// The function exploration started from, if not main.
    pub entry: Option<String>,
    /// Thread choices; empty for a sequential program.
    pub schedule: Vec<ScheduleStep>,
    /// The visible steps that threads stand before when the run ends, and do not take.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub standing: Vec<ScheduleStep>,
    /// Threads the run had besides the first.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub threads: u32,
    /// What the environment did that it would not do by itself: `create fails`, `allocation fails`, `address again` (the
    /// last of its size that was freed). `count` is the call's number among those of its thread at its place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<ScheduleStep>,
    pub end: End,
    /// False where the end depends on something only rethread decided (the result of a function
    /// without a body): a native run may end differently.
    pub replayable: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Input {
    pub name: String,
    #[serde(with = "bytes::hex")]
    pub bytes: Vec<u8>,
    /// For a person: a number for 1, 2, 4 and 8 bytes, text where it is text, else hex.
    pub value: String,
}

/// One visible step of a thread.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ScheduleStep {
    pub thread: String,
    /// `file:line:column`.
    pub place: String,
    /// Its number among the visible steps of this thread at this place, from 1.
    pub count: u64,
    /// `read`, `write`, `lock`, `signal`, ...; empty in tests of rethreads that did not say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub what: String,
    /// The threads that a signal or a broadcast takes out of the queue.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wakes: Vec<String>,
}

impl ScheduleStep {
    /// File, line and column; None if it has no place in the source.
    pub fn location(&self) -> Option<(&str, u32, u32)> {
        let (rest, column) = self.place.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        let (line, column) = (line.parse().ok()?, column.parse().ok()?);
        (line > 0 && !file.is_empty()).then_some((file, line, column))
    }
}

/// How a run ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct End {
    pub how: EndKind,
    /// What it wrote to standard output and standard error until then.
    #[serde(with = "bytes::lossless")]
    pub stdout: Vec<u8>,
    #[serde(with = "bytes::lossless")]
    pub stderr: Vec<u8>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EndKind {
    /// `exit` or a return from main.
    Exit {
        code: i32,
    },
    Bug {
        bug: BugKind,
        place: Place,
    },
    /// Cut by a bound: the program had not ended.
    Bound {
        bound: String,
    },
    /// A false assume.
    Assume,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_names_are_the_json_names() {
        for kind in BugKind::ALL {
            assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{kind}\""));
            assert_eq!(BugKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(BugKind::from_name("typo"), None);
    }
}
