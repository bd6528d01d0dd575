//! Compares what rethread answered with what a program's directives expect.

use super::directives::{Expectation, ExpectedBug};
use super::process::Finished;
use super::tree::base_name;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::{Debug, Write};
use std::path::Path;

/// Every difference, one a line; Ok if there is none.
pub fn judge(expectation: &Expectation, preset: Option<&str>, finished: &Finished) -> Result<(), String> {
    if finished.timed_out {
        return Err(format!("no answer within {:?}\n{}", expectation.budget, finished.complaint()));
    }
    let json: Value = serde_json::from_slice(&finished.stdout).map_err(|e| {
        let (code, complaint) = (finished.code, finished.complaint());
        format!("standard output is not JSON ({e}); exit code {code:?}\n{complaint}")
    })?;

    let mut differences = String::new();
    let mut same = |what: &str, expected: &dyn Debug, got: &dyn Debug| {
        let (expected, got) = (format!("{expected:?}"), format!("{got:?}"));
        if expected != got {
            let _ = writeln!(differences, "{what}: expected {expected}, got {got}");
        }
    };
    same("verdict", &expectation.verdict, &json["verdict"].as_str().unwrap_or("none"));
    same("exit code", &Some(expectation.exit), &finished.code);
    if let Some(counts) = preset.and_then(|p| expectation.runs.get(p)) {
        let runs = &json["runs"];
        let got = (runs["complete"].as_u64(), runs["pruned"].as_u64());
        same("runs (complete, pruned)", &(Some(counts.0), Some(counts.1)), &got);
    }
    same("bounds hit", &expectation.bounds, &names(&json["bounds_hit"]));
    bugs(expectation, &json, &mut differences);
    texts(expectation, &json, &mut differences);
    if String::from_utf8_lossy(&finished.stderr).contains("panicked at") {
        let _ = writeln!(differences, "it panicked:\n{}", finished.complaint());
    }
    if differences.is_empty() { Ok(()) } else { Err(differences) }
}

fn bugs(expectation: &Expectation, json: &Value, differences: &mut String) {
    let reported = json["bugs"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut got = BTreeSet::new();
    for bug in reported {
        let file = base_name(Path::new(bug["file"].as_str().unwrap_or_default()));
        let kind = bug["kind"].as_str().unwrap_or_default().to_string();
        let other = if kind == "race" { bug["other"]["line"].as_u64().unwrap_or(0) } else { 0 };
        let kind = bug["status"].as_str().map_or(kind.clone(), |status| format!("{status} {kind}"));
        let place = (kind, file, bug["line"].as_u64().unwrap_or(0), other);
        if !expectation.bugs.contains(&place) {
            let message = bug["message"].as_str().unwrap_or_default();
            let _ = writeln!(differences, "not expected: {} ({message})", show(&place));
        }
        if !got.insert(place.clone()) {
            let _ = writeln!(differences, "reported twice: {}", show(&place));
        }
    }
    for missing in expectation.bugs.difference(&got) {
        let _ = writeln!(differences, "not found: {}", show(missing));
    }
}

fn show((kind, file, line, other): &ExpectedBug) -> String {
    match other {
        0 => format!("{kind} at {file}:{line}"),
        _ => format!("{kind} at {file}:{line} with line {other}"),
    }
}

fn texts(expectation: &Expectation, json: &Value, differences: &mut String) {
    let message = json["message"].as_str().unwrap_or_default();
    for text in &expectation.messages {
        if !message.contains(text.as_str()) {
            let _ = writeln!(differences, "the message does not say `{text}`: {message}");
        }
    }
    let assumed = names(&json["assumptions"]);
    for text in &expectation.assumptions {
        if !assumed.iter().any(|a| a.contains(text.as_str())) {
            let _ = writeln!(differences, "no assumption about `{text}` in {assumed:?}");
        }
    }
    for assumption in &assumed {
        if !expectation.assumptions.iter().any(|text| assumption.contains(text.as_str())) {
            let _ = writeln!(differences, "assumption not expected: {assumption}");
        }
    }
}

/// The strings of an array, or the keys of an object.
fn names(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Array(items) => {
            items.iter().map(|v| v.as_str().map_or_else(|| v.to_string(), String::from)).collect()
        }
        Value::Object(fields) => fields.keys().cloned().collect(),
        _ => BTreeSet::new(),
    }
}
