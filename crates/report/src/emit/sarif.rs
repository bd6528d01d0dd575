//! SARIF 2.1.0 (OASIS), for code-scanning pages and editors.
//!
//! Of what GitHub reads: rules with help and tags, `partialFingerprints` that survive edits above the line, places relative to the
//! project's root, suppressions for what is accepted. A bug with threads is a code flow with one thread flow a thread; `executionOrder` says
//! how their steps interleave. Of a change the results have a `baselineState`; what is fixed is not among them.

use crate::emit::sha256::sha256_hex;
use crate::report::{Report, Shown};
use crate::value::shorten;
use crate::{Run, names};
use rethread_diff::Status;
use rethread_explore::{Bug, BugKind, Place, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub fn text(report: &Report) -> String {
    let (outcome, run) = (report.outcome, report.run);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let left = report.bugs().into_iter().filter(|s| s.index.is_some());
    let results: Vec<Value> = left.map(|shown| result(&shown, report, &mut seen)).collect();
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
                "rules": BugKind::ALL.into_iter().map(rule).collect::<Vec<_>>(),
            }},
            // Debug information counts columns in bytes; SARIF has no such unit, and for ASCII they agree.
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { ROOT: { "description": { "text": "The root of the project." } } },
            "invocations": [{
                "executionSuccessful": outcome.verdict != Verdict::Error,
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&log).expect("plain data has a JSON form") + "\n"
}

/// What relative places start at.
const ROOT: &str = "%SRCROOT%";

fn rule(kind: BugKind) -> Value {
    let text = names::describe(kind);
    let name: String = kind.name().split('-').map(capital).collect();
    let concurrent = matches!(kind, BugKind::Race | BugKind::Deadlock | BugKind::LockMisuse);
    let tags = if concurrent { vec!["correctness", "concurrency"] } else { vec!["correctness"] };
    let replay = "`rethread replay` with the test that is named in the result's properties runs it natively.";
    json!({
        "id": kind.name(),
        "name": name,
        "shortDescription": { "text": text },
        "fullDescription": { "text": text },
        "help": { "text": format!("{text} {}", replay.replace('`', "")), "markdown": format!("{text} {replay}") },
        "defaultConfiguration": { "level": "error" },
        // Every result is an execution that was found, not a guess.
        "properties": { "precision": "very-high", "problem.severity": "error", "tags": tags },
    })
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn result(shown: &Shown, report: &Report, seen: &mut BTreeMap<String, u32>) -> Value {
    let (bug, run) = (shown.bug, report.run);
    let kind = bug.kind.name();
    let mut text = bug.message.clone();
    let inputs: Vec<String> =
        bug.test.inputs.iter().take(10).map(|i| format!("{} = {}", i.name, i.value)).collect();
    if !inputs.is_empty() {
        text = format!("{text}. Input: {}", shorten(&inputs.join(", "), 300));
    }
    let at = |place: &Place, message: Option<&str>| location(place, message, run);
    let print = fingerprint(bug, report);
    // GitHub tells results of equal lines apart by a number.
    let number = seen.entry(print.clone()).and_modify(|n| *n += 1).or_insert(1);
    let mut value = json!({
        "ruleId": kind,
        "ruleIndex": BugKind::ALL.iter().position(|&k| k == bug.kind),
        "level": "error",
        "message": { "text": text },
        "locations": [at(&bug.place, None)],
        "partialFingerprints": { "rethread/v1": print, "primaryLocationLineHash": format!("{print}:{number}") },
        "stacks": [{
            "message": { "text": "call stack" },
            "frames": bug.stack.iter().map(|p| json!({ "location": at(p, None) })).collect::<Vec<_>>(),
        }],
    });
    let others: Vec<Value> = bug
        .other
        .iter()
        .chain(&bug.waiting)
        .enumerate()
        .map(|(i, o)| {
            let mut location = at(&o.place, Some(&format!("{} {}", o.thread, o.role)));
            location["id"] = json!(i + 1);
            location
        })
        .collect();
    if !others.is_empty() {
        value["relatedLocations"] = json!(others);
    }
    if !bug.interleaving.is_empty() {
        value["codeFlows"] = json!([flow(bug, run)]);
    }
    if let Some(path) = shown.index.and_then(|i| run.bug_path(i)) {
        value["properties"] = json!({ "test": path });
    }
    if let Some(reason) = shown.accepted {
        value["suppressions"] =
            json!([{ "kind": "external", "status": "accepted", "justification": reason }]);
    }
    if let Some((status, _)) = shown.status {
        value["baselineState"] = match status {
            Status::New => json!("new"),
            Status::Present => json!("unchanged"),
            Status::Fixed => json!("absent"),
        };
    }
    value
}

/// The text of the line, not its number: the result stays the same one when lines above it change.
fn fingerprint(bug: &Bug, report: &Report) -> String {
    let line = report.sources.line(&bug.place.file, bug.place.line).unwrap_or_default();
    let file = report.run.accepted.named(&bug.place.file);
    let identity = format!("{}\0{file}\0{}\0{}", bug.kind.name(), bug.place.function, line.trim());
    sha256_hex(identity.as_bytes())[..32].to_string()
}

/// How the bug comes about, a thread flow a thread, in the order of their first steps.
fn flow(bug: &Bug, run: &Run) -> Value {
    let mut threads: Vec<(&str, Vec<Value>)> = Vec::new();
    for (order, step) in bug.interleaving.iter().enumerate() {
        let message = format!("{}: {}", step.thread, step.what);
        let location = json!({
            "location": location(&step.place, Some(&message), run),
            "executionOrder": order + 1,
            "importance": "essential",
        });
        match threads.iter_mut().find(|t| t.0 == step.thread) {
            Some(thread) => thread.1.push(location),
            None => threads.push((&step.thread, vec![location])),
        }
    }
    let flows = threads.into_iter().map(|(thread, locations)| {
        let started = bug.threads.iter().find(|s| s.thread == thread).map(|s| s.function.as_str());
        let text = started.map_or(thread.to_string(), |function| format!("{thread} ({function})"));
        json!({ "id": thread, "message": { "text": text }, "locations": locations })
    });
    json!({ "message": { "text": "how it comes about" }, "threadFlows": flows.collect::<Vec<_>>() })
}

fn location(place: &Place, message: Option<&str>, run: &Run) -> Value {
    let mut region = json!({ "startLine": place.line.max(1) });
    if place.column > 0 {
        region["startColumn"] = json!(place.column);
    }
    let mut value = json!({
        "physicalLocation": { "artifactLocation": artifact(&place.file, run), "region": region },
        "logicalLocations": [{ "name": place.function, "kind": "function" }],
    });
    if let Some(message) = message {
        value["message"] = json!({ "text": message });
    }
    value
}

/// From the project's root, or a `file:` address.
fn artifact(file: &str, run: &Run) -> Value {
    let uri = uri(&run.accepted.named(file));
    match uri.starts_with("file:") {
        true => json!({ "uri": uri }),
        false => json!({ "uri": uri, "uriBaseId": ROOT }),
    }
}

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
    use crate::source::Sources;

    #[test]
    fn log() {
        let folder = sample::folder();
        let (outcome, run, sources) = (sample::outcome(), sample::run(), Sources::new(folder.path()));
        insta::assert_snapshot!(text(&Report::new(&outcome, &run, &sources)));
    }

    #[test]
    fn threads_are_flows_and_places_start_at_the_root() {
        let folder = sample::folder();
        let (outcome, sources) = (sample::race(), Sources::new(folder.path()));
        let mut run = sample::run();
        run.accepted = crate::accepted::Accepted::new(vec![], "/p".into(), "/p/src".into());
        let log: Value = serde_json::from_str(&text(&Report::new(&outcome, &run, &sources))).unwrap();
        let flows = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"];
        let orders = |i: usize| {
            let steps = flows[i]["locations"].as_array().unwrap();
            steps.iter().map(|l| l["executionOrder"].as_u64().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!((flows[0]["id"].as_str(), orders(0)), (Some("main.1"), vec![1, 4]));
        assert_eq!((flows[1]["id"].as_str(), orders(1)), (Some("main.0"), vec![2, 3]));
        let at = &flows[0]["locations"][0]["location"]["physicalLocation"]["artifactLocation"];
        assert_eq!(*at, json!({ "uri": "src/ring.c", "uriBaseId": ROOT }));
    }

    #[test]
    fn equal_lines_have_different_hashes() {
        let sources = Sources::new(std::path::Path::new("/nonexistent"));
        let mut outcome = sample::outcome();
        outcome.bugs = vec![outcome.bugs[0].clone(), outcome.bugs[0].clone()];
        let run = sample::run();
        let log: Value = serde_json::from_str(&text(&Report::new(&outcome, &run, &sources))).unwrap();
        let hash = |i: usize| {
            let print = &log["runs"][0]["results"][i]["partialFingerprints"];
            print["primaryLocationLineHash"].as_str().unwrap().to_string()
        };
        assert!(hash(0).ends_with(":1") && hash(1).ends_with(":2"));
    }

    #[test]
    fn addresses() {
        assert_eq!(uri("src/my file.c"), "src/my%20file.c");
        assert_eq!(uri("/a/b.c"), "file:///a/b.c");
        assert_eq!(capital("use"), "Use");
    }
}
