//! SARIF 2.1.0 (OASIS), for code-scanning pages and editors.

use crate::emit::sha256::sha256_hex;
use crate::source::Sources;
use crate::value::shorten;
use crate::{Run, names};
use rethread_explore::{Bug, BugKind, Outcome, Place, Verdict};
use serde_json::{Value, json};

pub fn text(outcome: &Outcome, run: &Run, sources: &Sources) -> String {
    let rules: Vec<Value> = BugKind::ALL
        .into_iter()
        .map(|kind| {
            json!({
                "id": kind.name(),
                "shortDescription": { "text": names::describe(kind) },
                "defaultConfiguration": { "level": "error" },
            })
        })
        .collect();
    let results: Vec<Value> =
        outcome.bugs.iter().enumerate().map(|(i, bug)| result(bug, i, run, sources)).collect();
    let notifications: Vec<Value> = outcome
        .bounds_hit
        .keys()
        .map(|b| format!("{b}: {}", names::describe_bound(b)))
        .chain(outcome.assumptions.iter().cloned())
        .map(|text| json!({ "level": "warning", "message": { "text": text } }))
        .collect();
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "rethread",
                "semanticVersion": run.version,
                "rules": rules,
            }},
            // Debug information counts columns in bytes; SARIF has no such unit, and for ASCII they agree.
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": outcome.verdict != Verdict::Error,
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&log).expect("plain data has a JSON form") + "\n"
}

fn result(bug: &Bug, index: usize, run: &Run, sources: &Sources) -> Value {
    let kind = bug.kind.name();
    let mut text = bug.message.clone();
    let inputs: Vec<String> =
        bug.test.inputs.iter().take(10).map(|i| format!("{} = {}", i.name, i.value)).collect();
    if !inputs.is_empty() {
        text = format!("{text}. Input: {}", shorten(&inputs.join(", "), 300));
    }
    // The text of the line, not its number: the result stays the same one when lines above it change.
    let line = sources.line(&bug.place.file, bug.place.line).unwrap_or_default();
    let identity = format!("{kind}\0{}\0{}\0{}", bug.place.file, bug.place.function, line.trim());
    let mut value = json!({
        "ruleId": kind,
        "ruleIndex": BugKind::ALL.iter().position(|&k| k == bug.kind),
        "level": "error",
        "message": { "text": text },
        "locations": [location(&bug.place, None)],
        "partialFingerprints": { "rethread/v1": &sha256_hex(identity.as_bytes())[..32] },
        "stacks": [{
            "message": { "text": "call stack" },
            "frames": bug.stack.iter().map(|p| json!({ "location": location(p, None) })).collect::<Vec<_>>(),
        }],
    });
    if let Some(other) = &bug.other {
        value["relatedLocations"] = json!([location(&other.place, Some(&other.role))]);
    }
    if let Some(path) = run.bug_path(index) {
        value["properties"] = json!({ "test": path });
    }
    value
}

fn location(place: &Place, message: Option<&str>) -> Value {
    let mut region = json!({ "startLine": place.line.max(1) });
    if place.column > 0 {
        region["startColumn"] = json!(place.column);
    }
    let mut value = json!({
        "physicalLocation": { "artifactLocation": { "uri": uri(&place.file) }, "region": region },
        "logicalLocations": [{ "name": place.function, "kind": "function" }],
    });
    if let Some(message) = message {
        value["message"] = json!({ "text": message });
    }
    value
}

/// A relative reference or a `file:` address.
fn uri(file: &str) -> String {
    let mut text = String::from(if file.starts_with('/') { "file://" } else { "" });
    for &b in file.as_bytes() {
        match b {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                text.push(b as char)
            }
            _ => text.push_str(&format!("%{b:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn log() {
        let folder = sample::folder();
        insta::assert_snapshot!(text(&sample::outcome(), &sample::run(), &Sources::new(folder.path())));
    }

    #[test]
    fn addresses() {
        assert_eq!(uri("src/my file.c"), "src/my%20file.c");
        assert_eq!(uri("/a/b.c"), "file:///a/b.c");
    }
}
