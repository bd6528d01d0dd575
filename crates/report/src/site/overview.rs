//! The summary, and how the run went.

use super::charts::{Chart, charts};
use super::{Base, Map, kind_text, render, status_text};
use crate::names;
use crate::terminal::{places, times_hit};
use crate::timeline::Sample;
use crate::value::{count, seconds, size, thousands};
use askama::Template;
use rethread_diff::{How, Status};
use rethread_explore::Verdict;

pub struct Tile {
    pub label: &'static str,
    pub value: String,
    pub note: String,
}

struct Card {
    /// Empty for a bug that is fixed.
    href: String,
    number: String,
    kind: &'static str,
    about: &'static str,
    place: String,
    function: String,
    message: String,
    status: Option<(&'static str, &'static str)>,
    carried: bool,
    accepted: Option<String>,
    threads: usize,
    steps: usize,
}

struct File {
    name: String,
    href: String,
    covered: usize,
    lines: usize,
    percent: usize,
}

#[derive(Template)]
#[template(path = "site/index.html")]
struct Index {
    base: Base,
    verdict: &'static str,
    sentence: String,
    change: Option<String>,
    saved: Vec<Tile>,
    tiles: Vec<Tile>,
    bugs: Vec<Card>,
    files: Vec<File>,
    bounds: Vec<(String, String, &'static str)>,
    assumptions: Vec<String>,
    notes: Vec<String>,
    checks: Vec<&'static str>,
    checks_off: Vec<&'static str>,
    inputs: Vec<String>,
    clang: String,
}

pub(super) fn index(map: &Map) -> String {
    let (outcome, run) = (map.report.outcome, map.report.run);
    let files = map.sources.iter().map(|(file, page)| {
        let lines = outcome.coverage.lines.get(*file);
        let total = lines.map_or(0, |l| l.len());
        let covered = lines.map_or(0, |l| l.values().filter(|&&n| n > 0).count());
        let percent = (covered * 100).checked_div(total).unwrap_or(0);
        File { name: file.to_string(), href: page.clone(), covered, lines: total, percent }
    });
    let old_bounds = map.report.change.map(|c| c.change.old_bounds.clone()).unwrap_or_default();
    render(&Index {
        base: map.base("Summary", "index.html"),
        verdict: verdict(map),
        sentence: map.report.sentence(),
        change: map.report.change.map(|c| c.change.text.clone()),
        saved: saved(map),
        tiles: tiles(map),
        bugs: cards(map),
        files: files.collect(),
        bounds: outcome
            .bounds_hit
            .iter()
            .map(|(b, n)| (b.clone(), times_hit(b, *n, &old_bounds), names::describe_bound(b)))
            .collect(),
        assumptions: outcome.assumptions.clone(),
        notes: outcome.notes.clone(),
        checks: run.checks.iter().map(|k| k.name()).collect(),
        checks_off: run.checks_off.iter().map(|k| k.name()).collect(),
        inputs: run.files.clone(),
        clang: run.clang.clone().unwrap_or_default(),
    })
}

/// Of a change what is new decides.
fn verdict(map: &Map) -> &'static str {
    let counts = |status: Option<(Status, How)>| status.is_none_or(|(s, _)| s == Status::New);
    let found = map.bugs.iter().any(|s| s.index.is_some() && s.accepted.is_none() && counts(s.status));
    match map.report.outcome.verdict {
        Verdict::Error => "error",
        _ if found => "bugs",
        _ if !map.report.outcome.bounds_hit.is_empty() => "incomplete",
        _ => "ok",
    }
}

fn tiles(map: &Map) -> Vec<Tile> {
    let outcome = map.report.outcome;
    let c = &outcome.counters;
    let left_out = c.pruned + c.blocked;
    let solver = match c.solver_queries {
        0 => "no question was asked".into(),
        _ => format!("{} of it in the solver", seconds(c.solver_time_s)),
    };
    let (covered, total) = (outcome.coverage.covered(), outcome.coverage.total());
    vec![
        Tile {
            label: "runs",
            value: thousands(c.complete),
            note: match left_out {
                0 if c.complete == 0 => "nothing was explored".into(),
                0 => "every one to its end".into(),
                n => format!("{} left out by reductions", thousands(n)),
            },
        },
        Tile { label: "time", value: seconds(c.time_s), note: solver },
        Tile {
            label: "instructions",
            value: thousands(c.instructions),
            note: format!(
                "{}, {}",
                count(c.states, "state", "states"),
                count(c.threads_max, "thread", "threads")
            ),
        },
        Tile {
            label: "lines covered",
            value: (covered * 100).checked_div(total).map_or("-".into(), |p| format!("{p} %")),
            note: format!("{covered} of {total}"),
        },
        Tile {
            label: "memory",
            value: size(c.peak_memory_bytes),
            note: count(c.tests, "test written", "tests written"),
        },
    ]
}

/// What did not have to be done again.
fn saved(map: &Map) -> Vec<Tile> {
    let Some(changed) = map.report.change else { return Vec::new() };
    let Some(old) = &changed.change.old else { return Vec::new() };
    let runs = |c: &rethread_explore::Counters| c.complete + c.pruned;
    let saved = changed.change.saved(map.report.outcome);
    let known = if changed.change.remembered { "known from an earlier run" } else { "explored first" };
    let (before, now) = (&old.counters, &map.report.outcome.counters);
    vec![
        Tile {
            label: "old version",
            value: count(runs(before), "run", "runs"),
            note: format!("{known}, {}", seconds(before.time_s)),
        },
        Tile {
            label: "new version",
            value: count(runs(now), "run", "runs"),
            note: match changed.change.new_remembered {
                true => "known from an earlier run".into(),
                false => seconds(now.time_s),
            },
        },
        Tile {
            label: "saved",
            value: match saved.runs {
                0 => "nothing".into(),
                n => count(n, "run", "runs"),
            },
            note: match (saved.runs * 100).checked_div(runs(before)) {
                _ if !changed.change.remembered => "the old version was explored now".into(),
                _ if changed.change.cut_short => "the new version was not explored to its end".into(),
                _ if saved.runs == 0 => "the new version takes no fewer runs".into(),
                Some(percent) => format!("{percent} % of the old version's, {}", seconds(saved.time_s)),
                None => seconds(saved.time_s),
            },
        },
    ]
}

fn cards(map: &Map) -> Vec<Card> {
    let card = |s: &crate::report::Shown| Card {
        href: s.index.map_or(String::new(), Map::bug_page),
        number: s.index.map_or(String::new(), |i| (i + 1).to_string()),
        kind: s.bug.kind.name(),
        about: kind_text(s.bug.kind),
        place: places(s.bug),
        function: s.bug.place.function.clone(),
        message: s.bug.message.clone(),
        status: s.status.map(|(status, _)| status_text(status)),
        carried: s.status.is_some_and(|(_, how)| how == How::Carried),
        accepted: s.accepted.map(str::to_string),
        threads: s.bug.threads.len(),
        steps: s.bug.interleaving.len(),
    };
    map.bugs.iter().map(card).collect()
}

struct Bar {
    name: String,
    number: String,
    percent: String,
    colour: usize,
}

#[derive(Template)]
#[template(path = "site/run.html")]
struct RunPage {
    base: Base,
    tiles: Vec<Tile>,
    charts: Vec<Chart>,
    end: String,
    time: String,
    answered: Vec<Bar>,
    pruned: Vec<Bar>,
    rows: Vec<(&'static str, String)>,
}

pub(super) fn run(map: &Map, samples: &[Sample]) -> String {
    let c = &map.report.outcome.counters;
    let s = &c.summaries;
    let rows = [
        ("runs to their end", thousands(c.complete)),
        ("runs dropped by summaries", thousands(c.pruned)),
        ("runs given up by partial order reduction", thousands(c.blocked)),
        ("runs ended by a false assumption", thousands(c.infeasible)),
        ("visible steps", thousands(c.steps)),
        ("instructions", thousands(c.instructions)),
        ("states", thousands(c.states)),
        ("forks", thousands(c.forks)),
        ("threads at most", thousands(c.threads_max)),
        ("solver queries", thousands(c.solver_queries)),
        ("time in the solver", seconds(c.solver_time_s)),
        ("queries without an answer", thousands(c.solver_unknown)),
        ("formulas of summaries", thousands(s.formulas)),
        ("formulas carried from the old version", thousands(s.carried)),
        ("memory at most", size(c.peak_memory_bytes)),
    ];
    render(&RunPage {
        base: map.base("Run", "run.html"),
        tiles: tiles(map),
        charts: charts(samples),
        end: seconds(samples.last().map_or(0.0, |s| s.time_s)),
        time: seconds(c.time_s),
        answered: bars(&c.solver_answered_by),
        pruned: bars(&c.pruned_by),
        rows: rows.into_iter().filter(|(_, n)| n != "0").collect(),
    })
}

fn bars(of: &std::collections::BTreeMap<String, u64>) -> Vec<Bar> {
    let total: u64 = of.values().sum();
    let mut rows: Vec<(&String, u64)> = of.iter().map(|(name, &n)| (name, n)).filter(|r| r.1 > 0).collect();
    rows.sort_by_key(|&(name, n)| (std::cmp::Reverse(n), name));
    let bar = |(i, (name, n)): (usize, (&String, u64))| Bar {
        name: name.clone(),
        number: thousands(n),
        percent: format!("{:.2}", n as f64 * 100.0 / total.max(1) as f64),
        colour: i % super::lanes::COLOURS,
    };
    rows.into_iter().enumerate().map(bar).collect()
}
