//! What a change did, for the terminal: new bugs in full, those that are still there and those that are fixed in a line each,
//! what was explored and saved, and what the answer does not cover.

use crate::Run;
use crate::source::Sources;
use crate::terminal::{Palette, accepted, bug_text, limits_of, places, row, rows_of};
use crate::value::{count, seconds, thousands};
use crate::versions::Pair;
use rethread_diff::{Bounds, Finding, How, Status};
use rethread_explore::{ALL_FOUND, Outcome};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// All of a change: what is known of it, the bugs, and both versions line by line.
#[derive(Debug, Serialize, Deserialize)]
pub struct Changed {
    pub change: Change,
    pub findings: Vec<Finding>,
    /// Files with marked lines.
    pub pairs: Vec<Pair>,
    /// The lines of the old version; those of the new one are the report's.
    #[serde(skip)]
    pub old_sources: Sources,
}

/// What is known besides the findings.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Change {
    /// What changed, and what it can affect, in sentences.
    pub text: String,
    /// Nothing did.
    pub unchanged: bool,
    /// What is known of the old version, if anything is.
    pub old: Option<Outcome>,
    /// Was that known before?
    pub remembered: bool,
    /// Why what was found in it before could not be used.
    pub again: Option<String>,
    /// It went on where an earlier exploration was interrupted: what that had done.
    #[serde(default)]
    pub resumed: Option<Done>,
    /// It was interrupted now, and can go on from there.
    #[serde(default)]
    pub goes_on: bool,
    /// Was the new version known before too?
    pub new_remembered: bool,
    /// Was the new version explored?
    pub explored: bool,
    /// Of the bounds of the outcome, those that exploring the old version hit.
    #[serde(default)]
    pub old_bounds: Bounds,
    /// What the change cannot affect was looked for in the old version only.
    #[serde(default)]
    pub narrowed: bool,
    /// Time, memory or an interrupt ended exploring the new version.
    #[serde(default)]
    pub cut_short: bool,
}

/// A part of an exploration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Done {
    pub runs: u64,
    pub time_s: f64,
}

/// What this run did not have to do again of exploring the old version.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Saved {
    pub runs: u64,
    pub time_s: f64,
    pub summaries: Summaries,
}

/// Summaries of the old version: those that hold in the new one and were used there, and those that may not hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summaries {
    pub carried: u64,
    pub dropped: u64,
}

impl Change {
    /// Runs, and their time, are saved where the old version was known and the new one was explored as far as it had to be.
    pub fn saved(&self, outcome: &Outcome) -> Saved {
        let Some(old) = &self.old else { return Saved::default() };
        let runs = |o: &Outcome| o.counters.complete + o.counters.pruned;
        let counts = &outcome.counters.summaries;
        let saves = self.remembered && !self.cut_short;
        let saved = if saves { runs(old).saturating_sub(runs(outcome)) } else { 0 };
        let time_s = (old.counters.time_s - outcome.counters.time_s).max(0.0);
        Saved {
            runs: saved,
            time_s: if saved > 0 { time_s } else { 0.0 },
            summaries: Summaries { carried: counts.carried, dropped: counts.outdated },
        }
    }

    /// What was explored, covered, bounded and assumed now, and what was known of both versions.
    pub fn rows(&self, outcome: &Outcome, run: &Run) -> String {
        let mut t = match (self.explored, &self.old) {
            (true, _) => rows_of(outcome, run, &self.old_bounds),
            (false, Some(_)) => limits_of(outcome, run, &self.old_bounds),
            (false, None) => String::new(),
        };
        let Some(old) = &self.old else { return t };
        if self.new_remembered {
            row(&mut t, "new", true, "known from an earlier run: nothing of it was explored now");
        }
        let c = &old.counters;
        let known = match (&self.resumed, self.remembered) {
            (Some(done), _) => {
                format!("went on where it had stopped after {}", count(done.runs, "run", "runs"))
            }
            (None, true) => "known from an earlier run".into(),
            (None, false) => "explored first".into(),
        };
        let runs = count(c.complete + c.pruned, "run", "runs");
        let next = if self.goes_on { ", and not to its end: the next diff goes on from there" } else { "" };
        row(&mut t, "old", true, &format!("{known}: {runs} in {}{next}", seconds(c.time_s)));
        row(&mut t, "saved", true, &self.saved(outcome).text());
        t
    }

    /// Did no bound but the old version's keep anything from being explored?
    fn only_old_bounds(&self, outcome: &Outcome) -> bool {
        outcome.bounds_hit.iter().all(|(bound, times)| self.old_bounds.get(bound) == Some(times))
    }
}

impl Saved {
    /// In a line.
    fn text(&self) -> String {
        let mut t = match self.runs {
            0 => "no run".into(),
            n if self.time_s > 0.0 => format!("{} of these runs, {}", thousands(n), seconds(self.time_s)),
            n => format!("{} of these runs", thousands(n)),
        };
        match &self.summaries {
            Summaries { carried: 0, dropped: 0 } if self.runs == 0 => return "nothing".into(),
            Summaries { carried: 0, dropped: 0 } => {}
            Summaries { carried, dropped } => {
                let all = count(carried + dropped, "summary", "summaries");
                let _ = write!(t, "; {} of {all} carried over", thousands(*carried));
            }
        }
        t
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
    let counts = |f: &&Finding| f.status == Status::Fixed || run.accepted.reason(&f.bug, sources).is_none();
    let of = |status| findings.iter().enumerate().filter(move |(_, f)| f.status == status && counts(f));
    // Numbered as their folders are; what is new comes first there.
    for (i, f) in of(Status::New) {
        let _ = write!(t, "\n{}new{:#} {}", p.bug, p.bug, bug_text(&f.bug, i, run, sources, p));
    }
    for (status, title) in [(Status::Present, "still there"), (Status::Fixed, "fixed")] {
        let style = if status == Status::Fixed { p.good } else { p.warn };
        if of(status).next().is_some() {
            let _ = writeln!(t, "\n{style}{title}{style:#}");
        }
        for (i, f) in of(status) {
            let number = if status == Status::Fixed { String::new() } else { format!("bug {} ", i + 1) };
            let how = match f.how {
                How::Carried => " (the change cannot affect it)",
                How::Found => "",
            };
            let _ = writeln!(t, "  {number}[{}] {}: {}{how}", f.bug.kind, places(&f.bug), f.bug.message);
        }
    }
    let left = findings.iter().filter(|f| f.status != Status::Fixed).map(|f| &f.bug);
    let left = accepted(left, run, sources, p);
    if !left.is_empty() {
        let _ = write!(t, "\n{}", left.trim_end_matches('\n').to_string() + "\n");
    }
    let new = of(Status::New).count();
    let style = match new {
        0 if outcome.bounds_hit.is_empty() => p.good,
        0 => p.warn,
        _ => p.bug,
    };
    let _ = writeln!(t, "\n{style}{}{style:#}", sentence(change, findings, outcome, run, sources));
    t + &change.rows(outcome, run)
}

/// One sentence that does not promise more than was done.
pub fn sentence(
    change: &Change,
    findings: &[Finding],
    outcome: &Outcome,
    run: &Run,
    sources: &Sources,
) -> String {
    let (accepted, rest): (Vec<&Finding>, Vec<&Finding>) = findings
        .iter()
        .partition(|f| f.status != Status::Fixed && run.accepted.reason(&f.bug, sources).is_some());
    let number = |status| rest.iter().filter(|f| f.status == status).count() as u64;
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
    let _ = match accepted.len() {
        0 => Ok(()),
        n => write!(text, ", {n} accepted"),
    };
    let bounds: Vec<&str> = outcome.bounds_hit.keys().map(String::as_str).collect();
    let _ = match (change.unchanged, &change.old, bounds.is_empty()) {
        (true, None, _) => {
            let _ =
                write!(text, ": nothing changed, nothing was explored. What bugs there are is not known: ");
            match &change.again {
                None => write!(text, "the old version was never explored by `rethread diff`."),
                Some(why) => write!(text, "{why}."),
            }
        }
        (true, Some(_), true) => write!(text, ": nothing changed, nothing was explored."),
        (true, Some(_), false) => write!(
            text,
            ": nothing changed, nothing was explored; the old version was not explored to its end ({}).",
            bounds.join(", ")
        ),
        (false, _, true) if change.new_remembered => {
            write!(text, ": both versions were explored before, nothing was explored now.")
        }
        (false, Some(_), false) if change.only_old_bounds(outcome) => {
            let bounds = bounds.join(", ");
            match (change.new_remembered, change.explored, change.narrowed) {
                (true, _, _) => write!(
                    text,
                    "; both versions were explored before, the old one not to its end ({bounds})."
                ),
                (_, true, true) => write!(
                    text,
                    "; what the change can affect was explored. What it cannot affect was looked for in the old version \
                     only, and only so far ({bounds})."
                ),
                (_, true, false) => {
                    write!(text, "; the new version was explored to its end, the old one was not ({bounds}).")
                }
                (_, false, _) => write!(
                    text,
                    "; the change cannot affect anything that is looked for. That was looked for in the old version only, \
                     and only so far ({bounds})."
                ),
            }
        }
        (_, _, false) => write!(text, "; not everything was explored ({}).", bounds.join(", ")),
        (false, _, true) if outcome.counters.pruned_by.contains_key(ALL_FOUND) => {
            write!(text, ": everything that is looked for was found, so the rest was not explored.")
        }
        (false, _, true) if change.explored => {
            write!(text, ": everything that the change can affect was explored.")
        }
        (false, _, true) => write!(text, ": the change cannot affect anything that is looked for."),
    };
    text
}
