//! The report a person reads: each bug with its source line, stack and input; then what was
//! covered, what was bounded, what was assumed, and one honest sentence.

use crate::source::{Sources, printable};
use crate::value::{c_string, count, line_ranges, seconds, shorten, size, thousands};
use crate::{Run, names};
use anstyle::{AnsiColor, Style};
use rethread_diff::Bounds;
use rethread_explore::{ALL_FOUND, Bug, BugKind, Coverage, Outcome, Place, Test, Verdict};
use std::fmt::Write;

/// Styles of the parts; [`Palette::plain`] has none, so that text for files has no escapes.
#[derive(Clone, Debug)]
pub struct Palette {
    pub bug: Style,
    pub good: Style,
    pub warn: Style,
    pub strong: Style,
    pub faint: Style,
}

impl Palette {
    pub fn plain() -> Palette {
        let none = Style::new();
        Palette { bug: none, good: none, warn: none, strong: none, faint: none }
    }

    pub fn colours() -> Palette {
        let bold = |c: AnsiColor| c.on_default().bold();
        Palette {
            bug: bold(AnsiColor::BrightRed),
            good: bold(AnsiColor::BrightGreen),
            warn: bold(AnsiColor::BrightYellow),
            strong: Style::new().bold(),
            faint: AnsiColor::BrightBlue.on_default(),
        }
    }
}

const MOST_FRAMES: usize = 12;
const MOST_INPUTS: usize = 20;
const MOST_VALUE: usize = 120;
const MOST_LISTED: usize = 10;

/// The whole report.
pub fn report(outcome: &Outcome, run: &Run, sources: &Sources, p: &Palette) -> String {
    let mut text = String::new();
    for (i, bug) in outcome.bugs.iter().enumerate() {
        if run.accepted.reason(bug, sources).is_none() {
            text.push_str(&bug_text(bug, i, run, sources, p));
            text.push('\n');
        }
    }
    text.push_str(&accepted(outcome.bugs.iter(), run, sources, p));
    text.push_str(&summary(outcome, run, sources, p));
    text
}

/// Those that do not count, a line each, and why.
pub(crate) fn accepted<'b>(
    bugs: impl Iterator<Item = &'b Bug>,
    run: &Run,
    sources: &Sources,
    p: &Palette,
) -> String {
    let mut t = String::new();
    for bug in bugs {
        let Some(reason) = run.accepted.reason(bug, sources) else { continue };
        if t.is_empty() {
            let _ = writeln!(t, "{}accepted{:#}", p.strong, p.strong);
        }
        let _ = writeln!(t, "  {} [{}] {} (accepted: {reason})", places(bug), bug.kind, bug.message);
    }
    if !t.is_empty() {
        t.push('\n');
    }
    t
}

/// Of a race both.
pub(crate) fn places(bug: &Bug) -> String {
    let mut text = format!("{}:{}", bug.place.file, bug.place.line);
    if let Some(other) = bug.other.as_ref().filter(|_| bug.kind == BugKind::Race) {
        let _ = write!(text, " and {}:{}", other.place.file, other.place.line);
    }
    text
}

pub fn bug_text(bug: &Bug, index: usize, run: &Run, sources: &Sources, p: &Palette) -> String {
    let mut t = String::new();
    let (bad, strong) = (p.bug, p.strong);
    let kind = bug.kind.name();
    let _ = writeln!(t, "{bad}bug {} [{kind}]{bad:#}{strong}: {}{strong:#}", index + 1, bug.message);
    excerpt(&mut t, &bug.place, sources, p, '^');
    for frame in bug.stack.iter().skip(1).take(MOST_FRAMES) {
        let _ = writeln!(t, "      called from {} at {}:{}", frame.function, frame.file, frame.line);
    }
    if bug.stack.len() > MOST_FRAMES + 1 {
        let _ = writeln!(t, "      ... and {} more calls", bug.stack.len() - 1 - MOST_FRAMES);
    }
    if let Some(other) = &bug.other {
        let _ = writeln!(t, "  {strong}{}{strong:#}", other.role);
        excerpt(&mut t, &other.place, sources, p, '-');
        for frame in other.stack.iter().skip(1).take(MOST_FRAMES) {
            let _ = writeln!(t, "      called from {} at {}:{}", frame.function, frame.file, frame.line);
        }
    }
    for other in &bug.waiting {
        let _ = writeln!(t, "  {strong}{} {}{strong:#}", other.thread, other.role);
        excerpt(&mut t, &other.place, sources, p, '-');
    }
    t.push_str(&crate::interleaving::table(&bug.interleaving, &bug.place.file, p));
    input_text(&mut t, &bug.test, p);
    if !bug.test.replayable {
        let _ = writeln!(t, "  it depends on a choice only rethread made; a native run may end differently");
    } else if let Some(path) = run.bug_path(index) {
        let faint = p.faint;
        let at = run.revision.as_ref().map_or_else(String::new, |r| format!(" (with {r} checked out)"));
        let _ =
            writeln!(t, "  {strong}run it for real:{strong:#} {faint}rethread replay {path}{faint:#}{at}");
    }
    t
}

fn excerpt(t: &mut String, place: &Place, sources: &Sources, p: &Palette, mark: char) {
    let faint = p.faint;
    let function = if place.function.is_empty() { String::new() } else { format!(" in {}", place.function) };
    let column = if place.column > 0 { format!(":{}", place.column) } else { String::new() };
    let _ = writeln!(t, "  {faint}-->{faint:#} {}:{}{column}{function}", place.file, place.line);
    let Some(line) = sources.line(&place.file, place.line) else {
        return;
    };
    let (line, caret) = printable(&line, place.column);
    let number = place.line.to_string();
    let gap = " ".repeat(number.len().max(4));
    let style = if mark == '^' { p.bug } else { p.faint };
    let _ = writeln!(t, "{gap} {faint}|{faint:#}");
    let _ = writeln!(t, "{faint}{number:>4} |{faint:#} {line}");
    let _ = writeln!(t, "{gap} {faint}|{faint:#} {}{style}{mark}{style:#}", " ".repeat(caret));
}

/// The values that lead there, by name.
pub fn input_text(t: &mut String, test: &Test, p: &Palette) {
    let strong = p.strong;
    let mut rows: Vec<(String, String)> = Vec::new();
    for input in test.inputs.iter().take(MOST_INPUTS) {
        rows.push((input.name.clone(), shorten(&input.value, MOST_VALUE)));
    }
    let more = test.inputs.len().saturating_sub(MOST_INPUTS);
    if !test.args.is_empty() {
        let args: Vec<String> = test.args.iter().map(|a| c_string(a)).collect();
        rows.push(("arguments".into(), shorten(&args.join(" "), MOST_VALUE)));
    }
    if !test.stdin.is_empty() {
        rows.push(("standard input".into(), shorten(&c_string(&test.stdin), MOST_VALUE)));
    }
    for step in &test.environment {
        rows.push((step.what.clone(), format!("{} at {}", step.thread, step.place)));
    }
    if rows.is_empty() && !test.replayable {
        return;
    }
    if rows.is_empty() {
        let when = if test.schedule.is_empty() { "on every run" } else { "with this schedule" };
        let _ = writeln!(t, "  {strong}it happens {when}{strong:#} (the program has no symbolic input)");
        return;
    }
    let _ = writeln!(t, "  {strong}input that triggers it{strong:#}");
    let width = rows.iter().map(|(n, _)| n.chars().count()).max().unwrap_or(0).min(32);
    for (name, value) in rows {
        let _ = writeln!(t, "      {name:width$} = {value}");
    }
    if more > 0 {
        let _ = writeln!(t, "      ... and {more} more (all of them are in test.json)");
    }
}

/// What the run as a whole means.
pub fn summary(outcome: &Outcome, run: &Run, sources: &Sources, p: &Palette) -> String {
    let mut t = String::new();
    let style = match outcome.verdict {
        Verdict::Ok => p.good,
        Verdict::Bugs => p.bug,
        Verdict::Incomplete | Verdict::Error => p.warn,
    };
    let _ = writeln!(t, "{style}{}{style:#}", sentence(outcome, run, sources));
    t + &rows(outcome, run)
}

/// A line below the sentence; only the first of a label's has it.
pub(crate) fn row(t: &mut String, label: &str, first: bool, text: &str) {
    let label = if first { label } else { "" };
    let _ = writeln!(t, "  {label:<9} {text}");
}

/// What was explored, covered, bounded and assumed.
pub fn rows(outcome: &Outcome, run: &Run) -> String {
    rows_of(outcome, run, &Bounds::new())
}

/// The same of a change: some of the bounds are the old version's.
pub(crate) fn rows_of(outcome: &Outcome, run: &Run, old_bounds: &Bounds) -> String {
    let mut t = String::new();
    let mut row = |label: &str, first: bool, text: &str| row(&mut t, label, first, text);
    let c = &outcome.counters;
    let mut explored = count(c.complete, "path", "paths");
    for (n, what) in [(c.pruned, "pruned"), (c.infeasible, "ended by a false assume"), (c.blocked, "blocked")]
    {
        if n > 0 {
            let _ = write!(explored, ", {n} {what}");
        }
    }
    let _ = write!(
        explored,
        ", {} in {}",
        count(c.instructions, "instruction", "instructions"),
        seconds(c.time_s)
    );
    let _ = write!(explored, ", {} at most", size(c.peak_memory_bytes));
    row("explored", true, &explored);
    if c.summaries.hits > 0 {
        let dropped = count(c.summaries.hits, "state", "states");
        let formulas = count(c.summaries.formulas, "formula", "formulas");
        let text =
            format!("{dropped} like others that were safe, by {formulas} ({})", size(c.summaries.bytes));
        row("dropped", true, &text);
    }
    for rule in ["slice", "impact"] {
        if let Some(&sides) = c.pruned_by.get(rule) {
            let sides = count(sides, "side of a branch", "sides of branches");
            row("left out", true, &format!("{sides} that cannot matter to what is looked for ({rule})"));
        }
    }
    if c.pruned_by.contains_key(ALL_FOUND) {
        row("left out", true, "all the rest, since everything that is looked for was found");
    }
    if c.solver_queries > 0 {
        let mut text =
            format!("{} in {}", count(c.solver_queries, "query", "queries"), seconds(c.solver_time_s));
        if c.solver_unknown > 0 {
            let _ = write!(text, ", {} without an answer", c.solver_unknown);
        }
        row("solver", true, &text);
    }
    for (i, line) in coverage_lines(&outcome.coverage).iter().enumerate() {
        row("covered", i == 0, line);
    }
    t + &limits_of(outcome, run, old_bounds)
}

/// How often a bound was hit, and in which version of a change.
pub(crate) fn times_hit(bound: &str, times: u64, old_bounds: &Bounds) -> String {
    let whose = match old_bounds.get(bound) {
        None => String::new(),
        Some(&old) if old == times => ", of the old version".into(),
        Some(&old) => format!(", {} of the old version", thousands(old)),
    };
    count(times, "time", "times") + &whose
}

/// What the answer does not cover, and where it is.
pub(crate) fn limits_of(outcome: &Outcome, run: &Run, old_bounds: &Bounds) -> String {
    let mut t = String::new();
    let mut row = |label: &str, first: bool, text: &str| row(&mut t, label, first, text);
    for (i, (bound, times)) in outcome.bounds_hit.iter().enumerate() {
        let times = times_hit(bound, *times, old_bounds);
        row("bounded", i == 0, &format!("{bound} ({times}): {}", names::describe_bound(bound)));
    }
    if outcome.bounds_hit.is_empty() {
        row("bounded", true, "no bound was hit");
    }
    for (i, line) in outcome.assumptions.iter().take(MOST_LISTED).enumerate() {
        row("assumed", i == 0, line);
    }
    if outcome.assumptions.len() > MOST_LISTED {
        let more = outcome.assumptions.len() - MOST_LISTED;
        row("", true, &format!("... and {more} more (all of them are in result.json)"));
    }
    if outcome.assumptions.is_empty() {
        row("assumed", true, "nothing");
    }
    for (i, line) in outcome.notes.iter().enumerate() {
        row("noted", i == 0, line);
    }
    if run.checks_off.len() > BugKind::ALL.len() / 2 {
        let on = BugKind::ALL.iter().filter(|k| !run.checks_off.contains(k)).map(|k| k.name());
        let on: Vec<&str> = on.collect();
        row("not asked", true, &format!("anything but {} (--checks)", on.join(", ")));
    } else if !run.checks_off.is_empty() {
        let off: Vec<&str> = run.checks_off.iter().map(|&k| k.name()).collect();
        let flags: Vec<String> = off.iter().map(|k| format!("+{k}")).collect();
        row("not asked", true, &format!("{} (--checks {})", off.join(", "), flags.join(",")));
    }
    if let Some(out) = &run.out {
        let text = match run.suite {
            true => format!("{} in {out}/suite.jsonl", count(outcome.counters.tests, "test", "tests")),
            false => format!("in {out}/"),
        };
        row("written", true, &text);
    }
    t
}

/// One sentence that does not promise more than was done.
pub fn sentence(outcome: &Outcome, run: &Run, sources: &Sources) -> String {
    let title = run.title();
    let bounds: Vec<&str> = outcome.bounds_hit.keys().map(String::as_str).collect();
    let bounds = bounds.join(", ");
    let assuming = match outcome.assumptions.is_empty() {
        true => String::new(),
        false => format!(", under {}", count(outcome.assumptions.len() as u64, "assumption", "assumptions")),
    };
    let that_matters = match outcome.counters.pruned_by.contains_key("slice") {
        true => " that can matter",
        false => "",
    };
    let was_explored = match outcome.counters.summaries.hits {
        0 => "was explored",
        _ => "was explored or is safe for the reason that another one is",
    };
    let accepted = outcome.bugs.iter().filter(|b| run.accepted.reason(b, sources).is_some()).count() as u64;
    let but = match accepted {
        0 => String::new(),
        n => format!(" but {}", count(n, "accepted one", "accepted ones")),
    };
    match outcome.verdict {
        Verdict::Ok if outcome.counters.pruned_by.contains_key(ALL_FOUND) => {
            format!("No bug{but} in {title}: there can be no other, so the rest was not explored{assuming}.")
        }
        Verdict::Ok => format!("No bug{but} in {title}: every path{that_matters} {was_explored}{assuming}."),
        Verdict::Incomplete if bounds.is_empty() => {
            format!("No bug{but} found in {title}, but not everything was explored.")
        }
        Verdict::Incomplete => {
            format!("No bug{but} found in {title}, but not everything was explored ({bounds}).")
        }
        Verdict::Bugs => {
            let mut found = count(outcome.bugs.len() as u64 - accepted, "bug", "bugs");
            if accepted > 0 {
                let _ = write!(found, " and {}", count(accepted, "accepted one", "accepted ones"));
            }
            match outcome.bounds_hit.is_empty() {
                _ if outcome.counters.pruned_by.contains_key(ALL_FOUND) => {
                    format!(
                        "{found} in {title}; there can be no other, so the rest was not explored{assuming}."
                    )
                }
                true if outcome.counters.summaries.hits == 0 => {
                    format!("{found} in {title}; every path{that_matters} was explored{assuming}.")
                }
                true => format!("{found} in {title}; other paths{that_matters} show no other bug{assuming}."),
                false => {
                    format!("{found} in {title}; not everything was explored ({bounds}), there may be more.")
                }
            }
        }
        Verdict::Error => format!("{title} could not be checked."),
    }
}

fn coverage_lines(coverage: &Coverage) -> Vec<String> {
    let total = coverage.total();
    if total == 0 {
        return vec!["unknown (no line information; compile with -g)".into()];
    }
    let covered = coverage.covered();
    // Rounded down, so that 100 % means all of them.
    let mut lines =
        vec![format!("{covered} of {} ({} %)", count(total, "line", "lines"), covered * 100 / total)];
    for (file, counts) in &coverage.lines {
        let missed: Vec<u32> = counts.iter().filter(|&(_, &n)| n == 0).map(|(&l, _)| l).collect();
        if !missed.is_empty() {
            lines.push(format!("not reached: {file}:{}", shorten(&line_ranges(&missed), 100)));
        }
    }
    if lines.len() > MOST_LISTED {
        let more = lines.len() - MOST_LISTED;
        lines.truncate(MOST_LISTED);
        lines.push(format!("... and {more} more files (all of them are in coverage.lcov)"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn shown(outcome: &Outcome, run: &Run) -> String {
        let folder = sample::folder();
        report(outcome, run, &Sources::new(folder.path()), &Palette::plain())
    }

    #[test]
    fn bugs() {
        insta::assert_snapshot!(shown(&sample::outcome(), &sample::run()));
    }

    #[test]
    fn clean() {
        insta::assert_snapshot!(shown(&sample::clean(), &sample::run()));
    }

    #[test]
    fn incomplete_and_without_tests() {
        let mut outcome = sample::clean();
        outcome.verdict = Verdict::Incomplete;
        outcome.bounds_hit = [("interrupt".to_string(), 1), ("solver".to_string(), 2)].into();
        outcome.counters.solver_unknown = 2;
        outcome.counters.complete = 1;
        let run = Run { suite: false, checks_off: vec![], ..sample::run() };
        insta::assert_snapshot!(shown(&outcome, &run));
    }

    #[test]
    fn no_input_and_no_source() {
        let mut bug = sample::outcome().bugs.remove(1);
        bug.test.inputs.clear();
        bug.test.args.clear();
        bug.test.stdin.clear();
        bug.test.replayable = false;
        bug.stack = (0..20).map(|i| sample::place(i + 1, 1, "again")).collect();
        let run = Run { out: None, ..sample::run() };
        let sources = Sources::new(std::path::Path::new("/nonexistent"));
        insta::assert_snapshot!(bug_text(&bug, 0, &run, &sources, &Palette::plain()));
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        let folder = sample::folder();
        let sources = Sources::new(folder.path());
        let coloured = report(&sample::outcome(), &sample::run(), &sources, &Palette::colours());
        assert!(coloured.contains("\x1b[1m"));
        let mut stripped = String::new();
        let mut rest = coloured.as_str();
        while let Some((before, after)) = rest.split_once("\x1b[") {
            stripped.push_str(before);
            rest = after.split_once('m').unwrap().1;
        }
        stripped.push_str(rest);
        assert_eq!(stripped, shown(&sample::outcome(), &sample::run()));
    }
}
