//! The object of `--json` and `result.json`: names as published, never renamed.

use crate::Run;
use crate::change::{Change, Done, Saved};
use crate::source::Sources;
use rethread_diff::{Finding, How, Status};
use rethread_explore::{Bug, BugKind, Other, Outcome, Place, SummaryCounts, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Serialize)]
pub struct Result {
    /// Version of this format.
    pub version: u32,
    pub verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    pub bugs: Vec<JsonBug>,
    pub runs: Runs,
    pub pruned_by: BTreeMap<String, u64>,
    pub instructions: u64,
    pub states: u64,
    pub forks: u64,
    pub threads_max: u64,
    pub solver: Solver,
    pub summaries: SummaryCounts,
    pub coverage: Lines,
    pub time_s: f64,
    pub peak_memory_bytes: u64,
    /// The names; `bounds_hit_times` has how often.
    pub bounds_hit: Vec<String>,
    pub bounds_hit_times: BTreeMap<String, u64>,
    pub assumptions: Vec<String>,
    pub notes: Vec<String>,
    /// Tests written to `suite.jsonl`.
    pub tests: u64,
    pub checks: Vec<BugKind>,
    pub rethread: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clang: Option<String>,
    pub files: Vec<String>,
    /// Of a change: what it is and can affect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved: Option<Saved>,
    /// What exploring the old version took, now or earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_old_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs_old: Option<u64>,
    /// Of `bounds_hit`, those that exploring the old version hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds_hit_old: Option<Vec<String>>,
    /// Which versions did not have to be explored, because they were before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remembered: Option<Remembered>,
    /// Exploration of the old version went on where it was interrupted: what had been done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<Done>,
    /// It was interrupted now; the next time goes on from there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub goes_on: bool,
    /// Why the old version was explored although it was before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explored_again: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Remembered {
    pub old: bool,
    pub new: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct JsonBug {
    pub kind: BugKind,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
    pub thread: String,
    pub message: String,
    /// A path that `rethread replay` takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<JsonOther>,
    /// For a deadlock: the other threads that wait.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<JsonOther>,
    pub stack: Vec<Place>,
    /// Of a change: whether the bug is new, and how that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<How>,
    /// The text of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Why the bug does not count, if it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct JsonOther {
    pub role: String,
    pub thread: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<Place>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Runs {
    pub complete: u64,
    pub pruned: u64,
    pub infeasible: u64,
    pub blocked: u64,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Solver {
    pub queries: u64,
    pub answered_by: BTreeMap<String, u64>,
    pub time_s: f64,
    pub unknown: u64,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Lines {
    pub lines: u64,
    pub covered: u64,
}

impl Result {
    pub fn of(outcome: &Outcome, run: &Run) -> Result {
        let c = &outcome.counters;
        let sources = Sources::new(run.source_folder());
        Result {
            version: 1,
            verdict: outcome.verdict,
            message: None,
            bugs: outcome.bugs.iter().enumerate().map(|(i, b)| JsonBug::of(b, i, run, &sources)).collect(),
            runs: Runs {
                complete: c.complete,
                pruned: c.pruned,
                infeasible: c.infeasible,
                blocked: c.blocked,
            },
            pruned_by: c.pruned_by.clone(),
            instructions: c.instructions,
            states: c.states,
            forks: c.forks,
            threads_max: c.threads_max,
            solver: Solver {
                queries: c.solver_queries,
                answered_by: c.solver_answered_by.clone(),
                time_s: c.solver_time_s,
                unknown: c.solver_unknown,
            },
            summaries: c.summaries.clone(),
            coverage: Lines { lines: outcome.coverage.total(), covered: outcome.coverage.covered() },
            time_s: c.time_s,
            peak_memory_bytes: c.peak_memory_bytes,
            bounds_hit: outcome.bounds_hit.keys().cloned().collect(),
            bounds_hit_times: outcome.bounds_hit.clone(),
            assumptions: outcome.assumptions.clone(),
            notes: outcome.notes.clone(),
            tests: c.tests,
            checks: run.checks.clone(),
            rethread: run.version.clone(),
            clang: run.clang.clone(),
            files: run.files.clone(),
            change: None,
            saved: None,
            time_old_s: None,
            runs_old: None,
            bounds_hit_old: None,
            remembered: None,
            resumed: None,
            goes_on: false,
            explored_again: None,
        }
    }

    /// The result of a change; `verdict` is what its exit code says.
    pub fn of_change(
        change: &Change,
        what: serde_json::Value,
        findings: &[Finding],
        outcome: &Outcome,
        run: &Run,
        verdict: Verdict,
    ) -> Result {
        let mut index = 0;
        let sources = Sources::new(run.source_folder());
        let bugs = findings.iter().map(|f| {
            let fixed = f.status == Status::Fixed;
            let test = if fixed { None } else { run.bug_path(index) };
            index += usize::from(!fixed);
            let mut bug = JsonBug::of(&f.bug, 0, run, &sources);
            if fixed {
                // Its lines are the old version's.
                (bug.source, bug.accepted) = (None, None);
                bug.other.iter_mut().for_each(|o| o.source = None);
            }
            JsonBug { status: Some(f.status), how: Some(f.how), test, ..bug }
        });
        Result {
            verdict,
            bugs: bugs.collect(),
            change: Some(what),
            saved: Some(change.saved(outcome)),
            time_old_s: change.old.as_ref().map(|o| o.counters.time_s),
            runs_old: change.old.as_ref().map(|o| o.counters.complete + o.counters.pruned),
            bounds_hit_old: change.old.as_ref().map(|_| change.old_bounds.keys().cloned().collect()),
            remembered: Some(Remembered { old: change.remembered, new: change.new_remembered }),
            resumed: change.resumed.clone(),
            goes_on: change.goes_on,
            explored_again: change.again.clone().filter(|_| change.old.is_some()),
            ..Result::of(outcome, run)
        }
    }

    /// Something went wrong: `verdict` is "error" whatever was found, and `message` says why.
    pub fn failed(mut self, message: &str) -> Result {
        self.verdict = Verdict::Error;
        self.message = Some(message.to_string());
        self
    }

    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data has a JSON form")
    }
}

impl JsonBug {
    fn of(bug: &Bug, index: usize, run: &Run, sources: &Sources) -> JsonBug {
        JsonBug {
            kind: bug.kind,
            file: bug.place.file.clone(),
            line: bug.place.line,
            column: bug.place.column,
            function: bug.place.function.clone(),
            thread: bug.thread.clone(),
            message: bug.message.clone(),
            test: run.bug_path(index),
            other: bug.other.as_ref().map(|o| JsonOther::of(o, sources)),
            waiting: bug.waiting.iter().map(|o| JsonOther::of(o, sources)).collect(),
            stack: bug.stack.clone(),
            status: None,
            how: None,
            source: text_at(&bug.place, sources),
            accepted: run.accepted.reason(bug, sources).map(str::to_string),
        }
    }
}

impl JsonOther {
    fn of(o: &Other, sources: &Sources) -> JsonOther {
        JsonOther {
            role: o.role.clone(),
            thread: o.thread.clone(),
            file: o.place.file.clone(),
            line: o.place.line,
            column: o.place.column,
            function: o.place.function.clone(),
            source: text_at(&o.place, sources),
            stack: o.stack.clone(),
        }
    }
}

/// Without blanks at its ends.
fn text_at(place: &Place, sources: &Sources) -> Option<String> {
    sources.line(&place.file, place.line).map(|line| line.trim().to_string())
}

/// What `--json` prints when there is no outcome at all.
pub fn error(message: &str) -> String {
    let object = serde_json::json!({ "version": 1, "verdict": "error", "message": message, "bugs": [] });
    serde_json::to_string_pretty(&object).expect("plain data has a JSON form")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn object() {
        insta::assert_snapshot!(Result::of(&sample::outcome(), &sample::run()).to_text());
    }

    #[test]
    fn errors() {
        insta::assert_snapshot!(error("no main in `a.c`"));
        let failed = Result::of(&sample::outcome(), &sample::run()).failed("disk full");
        let value = serde_json::to_value(&failed).unwrap();
        assert_eq!(value["verdict"], "error");
        assert_eq!(value["message"], "disk full");
        assert_eq!(value["bugs"].as_array().unwrap().len(), 2);
    }
}
