//! What a run of rethread found: plain data, the source of every report.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Ok,
    Bugs,
    Incomplete,
    Error,
}

/// A place a person can open.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bug {
    pub kind: BugKind,
    pub place: Place,
    pub thread: String,
    pub message: String,
    /// Call stack, innermost first; `stack[0]` is `place`.
    pub stack: Vec<Place>,
    /// Second party, for races and for memory errors (where it was freed or allocated).
    pub other: Option<Other>,
    /// The test that reaches it.
    pub test: Test,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Other {
    /// `freed here`, `allocated here`, `races with`.
    pub role: String,
    pub thread: String,
    pub place: Place,
}

/// An input and a schedule, and how the program ends with them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Test {
    /// Version of this format.
    pub version: u32,
    /// Unique in its suite, the same in every run of the same command.
    pub id: String,
    /// In the order the program asked for them.
    pub inputs: Vec<Input>,
    /// Command line after the program's name.
    pub args: Vec<Vec<u8>>,
    pub stdin: Vec<u8>,
    /// The function exploration started from, if not main.
    pub entry: Option<String>,
    /// Thread choices; empty for a sequential program.
    pub schedule: Vec<ScheduleStep>,
    pub end: End,
    /// False where the end depends on something only rethread decided (the result of a function
    /// without a body, a malloc made to fail): a native run may end differently.
    pub replayable: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Input {
    pub name: String,
    #[serde(with = "hex")]
    pub bytes: Vec<u8>,
    /// For a person: a number for 1, 2, 4 and 8 bytes, text where it is text, else hex.
    pub value: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScheduleStep {
    pub thread: String,
    pub place: String,
    pub count: u64,
}

/// How a run ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct End {
    pub how: EndKind,
    /// What it wrote to standard output and standard error until then.
    #[serde(with = "lossless")]
    pub stdout: Vec<u8>,
    #[serde(with = "lossless")]
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

/// Counters of one run; INTERFACE.md names them in the JSON.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Counters {
    pub complete: u64,
    pub pruned: u64,
    pub infeasible: u64,
    pub blocked: u64,
    pub pruned_by: BTreeMap<String, u64>,
    pub instructions: u64,
    pub states: u64,
    pub forks: u64,
    pub threads_max: u64,
    pub solver_queries: u64,
    pub solver_answered_by: BTreeMap<String, u64>,
    pub solver_time_s: f64,
    pub solver_unknown: u64,
    pub time_s: f64,
    pub peak_memory_bytes: u64,
    pub tests: u64,
}

/// Source lines of the program that hold code, and how often each was reached.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Coverage {
    /// file -> line -> times.
    pub lines: BTreeMap<String, BTreeMap<u32, u64>>,
    /// file -> function -> (first line, times entered).
    pub functions: BTreeMap<String, BTreeMap<String, (u32, u64)>>,
}

impl Coverage {
    pub fn total(&self) -> u64 {
        self.lines.values().map(|l| l.len() as u64).sum()
    }
    pub fn covered(&self) -> u64 {
        self.lines.values().map(|l| l.values().filter(|&&n| n > 0).count() as u64).sum()
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    pub verdict: Verdict,
    /// One per (kind, place), sorted by place.
    pub bugs: Vec<Bug>,
    pub counters: Counters,
    pub coverage: Coverage,
    /// `max-loop`, `max-time`, `solver`, `interrupt`, ...: how often each was hit.
    pub bounds_hit: BTreeMap<String, u64>,
    /// Functions without a body, values made concrete, ...: a sentence each, with a place.
    pub assumptions: Vec<String>,
    /// Leaks of threads and other things worth a line.
    pub notes: Vec<String>,
}

/// Where exploration stands, for a progress line.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub counters: Counters,
    pub covered: u64,
    pub lines: u64,
    pub frontier: u64,
    pub bugs: u64,
    pub memory_bytes: u64,
}

/// Whoever listens while exploration runs.
pub trait Observer {
    /// A path ended; every one, in order.
    fn test(&mut self, test: &Test);
    /// A bug that was not seen before.
    fn bug(&mut self, bug: &Bug);
    /// Called a few times a second; true stops exploration.
    fn progress(&mut self, progress: &Progress) -> bool;
}

mod hex {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(bytes: &[u8], s: S) -> Result<S::Ok, S::Error> {
        let text: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        s.serialize_str(&text)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(d)?;
        (0..text.len())
            .step_by(2)
            .map(|i| {
                text.get(i..i + 2)
                    .and_then(|p| u8::from_str_radix(p, 16).ok())
                    .ok_or_else(|| serde::de::Error::custom("not an even number of hex digits"))
            })
            .collect()
    }
}

/// Text where it is text; `hex:` and digits where it is not.
mod lossless {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(bytes: &[u8], s: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(bytes) {
            Ok(text) if !text.starts_with("hex:") => s.serialize_str(text),
            _ => {
                let text: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
                s.serialize_str(&format!("hex:{text}"))
            }
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(d)?;
        let Some(digits) = text.strip_prefix("hex:") else {
            return Ok(text.into_bytes());
        };
        (0..digits.len())
            .step_by(2)
            .map(|i| {
                digits
                    .get(i..i + 2)
                    .and_then(|p| u8::from_str_radix(p, 16).ok())
                    .ok_or_else(|| serde::de::Error::custom("not an even number of hex digits"))
            })
            .collect()
    }
}
