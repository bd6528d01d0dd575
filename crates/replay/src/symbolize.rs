//! From offsets into an executable to source lines, by llvm-symbolizer.

use crate::ReplayError;
use crate::tools::{Tools, succeed};
use rethread_testcase::Place;
use serde::Deserialize;
use std::path::Path;
use std::process::Command;

#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "Symbol", default)]
    symbol: Vec<Frame>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Frame {
    #[serde(default)]
    file_name: String,
    #[serde(default)]
    function_name: String,
    #[serde(default)]
    line: u32,
    #[serde(default)]
    column: u32,
}

/// The program's own frames among OFFSETS, innermost first, inlined ones spelled out. Frames without
/// source (interceptors, libc) and frames of the replay runtime are left out: an error in a library
/// function belongs to its caller.
pub fn symbolize(tools: &Tools, binary: &Path, offsets: &[u64]) -> Result<Vec<Place>, ReplayError> {
    if offsets.is_empty() {
        return Ok(Vec::new());
    }
    let mut command = Command::new(&tools.symbolizer);
    command.arg(format!("--obj={}", binary.display())).arg("--output-style=JSON");
    command.args(offsets.iter().map(|offset| format!("{offset:#x}")));
    let output = succeed(&mut command, "symbolizing a call stack")?;
    let answers: Vec<Answer> = serde_json::from_slice(&output).map_err(|e| ReplayError::Command {
        what: "symbolizing a call stack".into(),
        output: format!("{e} in: {}", String::from_utf8_lossy(&output)),
    })?;
    let runtime = tools.runtime_folder();
    let frames = answers.into_iter().flat_map(|answer| answer.symbol);
    Ok(frames
        .filter(|f| f.line > 0 && !f.file_name.is_empty() && !Path::new(&f.file_name).starts_with(runtime))
        .map(|f| Place { file: f.file_name, line: f.line, column: f.column, function: f.function_name })
        .collect())
}
