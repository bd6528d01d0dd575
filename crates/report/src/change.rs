//! What a change did, for the terminal: new bugs in full, those that are still there and those that are fixed in a line each,
//! what was explored and saved, and what the answer does not cover.

use crate::Run;
use crate::source::Sources;
use crate::terminal::{Palette, bug_text, rows};
use crate::value::{count, seconds};
use rethread_diff::{Finding, How, Status};
use rethread_explore::{Bug, BugKind, Outcome};
use serde::Serialize;
use std::fmt::Write;

/// What is known besides the findings.
#[derive(Clone, Debug)]
pub struct Change {
    /// What changed, and what it can affect, in sentences.
    pub text: String,
    /// Nothing did.
    pub unchanged: bool,
    /// What is known of the old version, if anything is.
    pub old: Option<Outcome>,
    /// Was that known before?
    pub remembered: bool,
    /// Was the new version explored?
    pub explored: bool,
}

/// What did not have to be done again.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Saved {
    pub runs: u64,
    pub time_s: f64,
}

impl Change {
    pub fn saved(&self, outcome: &Outcome) -> Saved {
        let Some(old) = &self.old else { return Saved::default() };
        let runs = |o: &Outcome| o.counters.complete + o.counters.pruned;
        Saved {
            runs: runs(old).saturating_sub(runs(outcome)),
            time_s: (old.counters.time_s - outcome.counters.time_s).max(0.0),
        }
    }
}

/// The whole report.
pub fn report(
    change: &Change,
    findings: &[Finding],
    outcome: &Outcome,
    run: &Run,
    sources: &Sources,
    p: &Palette,
) -> String {
    let mut t = change.text.clone();
    let of = |status| findings.iter().filter(move |f| f.status == status);
    for (i, f) in of(Status::New).enumerate() {
        let _ = write!(t, "\n{}new{:#} {}", p.bug, p.bug, bug_text(&f.bug, i, run, sources, p));
    }
    for (status, title) in [(Status::Present, "still there"), (Status::Fixed, "fixed")] {
        let style = if status == Status::Fixed { p.good } else { p.warn };
        if of(status).next().is_some() {
            let _ = writeln!(t, "\n{style}{title}{style:#}");
        }
        for f in of(status) {
            let how = match f.how {
                How::Carried => " (the change cannot affect it)",
                How::Found => "",
            };
            let _ = writeln!(t, "  {} [{}] {}{how}", places(&f.bug), f.bug.kind, f.bug.message);
        }
    }
    let new = of(Status::New).count();
    let style = match new {
        0 if outcome.bounds_hit.is_empty() => p.good,
        0 => p.warn,
        _ => p.bug,
    };
    let _ = writeln!(t, "\n{style}{}{style:#}", sentence(change, findings, outcome, run));
    if change.explored {
        t.push_str(&rows(outcome, run));
    }
    if let Some(old) = &change.old {
        let c = &old.counters;
        let known = if change.remembered { "known before" } else { "explored first" };
        let text =
            format!("{known}: {} in {}", count(c.complete + c.pruned, "run", "runs"), seconds(c.time_s));
        let _ = writeln!(t, "  {:<9} {text}", "old");
        let saved = change.saved(outcome);
        let text = format!(
            "{} and {} of that not repeated",
            count(saved.runs, "run", "runs"),
            seconds(saved.time_s)
        );
        let _ = writeln!(t, "  {:<9} {text}", "saved");
    }
    t
}

fn places(bug: &Bug) -> String {
    let mut text = format!("{}:{}", bug.place.file, bug.place.line);
    if let Some(other) = bug.other.as_ref().filter(|_| bug.kind == BugKind::Race) {
        let _ = write!(text, " and {}:{}", other.place.file, other.place.line);
    }
    text
}

/// One sentence that does not promise more than was done.
pub fn sentence(change: &Change, findings: &[Finding], outcome: &Outcome, run: &Run) -> String {
    let number = |status| findings.iter().filter(|f| f.status == status).count() as u64;
    let (new, present, fixed) = (number(Status::New), number(Status::Present), number(Status::Fixed));
    let title = run.title();
    let mut text = match new {
        0 => format!("No new bug in {title}"),
        n => format!("{} in {title}", count(n, "new bug", "new bugs")),
    };
    let _ = match present {
        0 => Ok(()),
        n => write!(text, ", {n} still there"),
    };
    let _ = match fixed {
        0 => Ok(()),
        n => write!(text, ", {n} fixed"),
    };
    let bounds: Vec<&str> = outcome.bounds_hit.keys().map(String::as_str).collect();
    let _ = match (change.unchanged, &change.old, bounds.is_empty()) {
        (true, None, _) => write!(
            text,
            ": nothing changed. The old version was never explored, so nothing is known of its bugs."
        ),
        (true, Some(_), true) => write!(text, ": nothing changed, nothing was explored."),
        (_, _, false) => write!(text, "; not everything was explored ({}).", bounds.join(", ")),
        (false, _, true) if change.explored => {
            write!(text, ": everything that the change can affect was explored.")
        }
        (false, _, true) => write!(text, ": the change cannot affect anything that is looked for."),
    };
    text
}
