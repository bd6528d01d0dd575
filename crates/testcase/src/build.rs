//! How the program that was explored is built natively: `build.json` beside `suite.jsonl`.

use crate::SourceLines;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Version of [`Build`] that this rethread writes.
pub const BUILD_VERSION: u32 = 1;
/// Its file name in the output folder.
pub const BUILD_FILE: &str = "build.json";

/// Everything replay needs to compile and link the program again.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Build {
    pub version: u32,
    /// Where the command ran; every relative path below is relative to it.
    pub cwd: PathBuf,
    /// What the program saw as `argv[0]`.
    #[serde(default)]
    pub name: String,
    /// What makes up the program: `.c`, `.bc`, `.ll`; with the `--model` files, if any, last.
    pub inputs: Vec<Unit>,
    /// Given with `--entry`: what a driver must know to call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<Entry>,
    /// What its C files looked like, line by line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceLines>,
    /// The checks that were on, by name.
    #[serde(default)]
    pub checks: Vec<String>,
}

/// One input and how clang was asked to compile it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Unit {
    /// As given on the command line: the `file` of bugs is spelled like this.
    pub file: String,
    /// After `--`, or from compile_commands.json; without output and input names.
    #[serde(default)]
    pub flags: Vec<String>,
    /// The folder of its compile command, if it has one; else [`Build::cwd`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
}

/// A function that exploration starts from instead of main.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Entry {
    pub function: String,
    /// The input (a `file` of [`Build::inputs`]) that defines it.
    pub file: String,
    pub parameters: Vec<Parameter>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Parameter {
    /// The test's input `arg:NAME` holds its bytes.
    pub name: String,
    /// Size in memory, in bytes.
    pub size: u64,
    pub scalar: Scalar,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scalar {
    Integer,
    Float,
    Pointer,
    /// A structure or anything else that is passed whole.
    #[default]
    Other,
}
