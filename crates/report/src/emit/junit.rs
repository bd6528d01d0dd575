//! JUnit XML, as CI servers read it: a test case a check, failing where it found bugs, skipped where
//! a bound kept it from being sure. Of a change only bugs that are new fail; what is still there, and what is accepted, is in the output of its
//! test case. Valid by the schema of Jenkins.

use crate::report::{Report, Shown};
use crate::terminal::{Palette, bug_text, places};
use askama::Template;
use rethread_diff::Status;
use rethread_explore::Verdict;

#[derive(Template)]
#[template(path = "junit.xml")]
struct Suite {
    title: String,
    failures: usize,
    skipped: usize,
    time: String,
    cases: Vec<Case>,
    summary: String,
}

struct Case {
    name: &'static str,
    failure: Option<(String, String)>,
    skipped: Option<String>,
    /// Bugs that do not fail it.
    listed: String,
}

pub fn text(report: &Report) -> String {
    let (outcome, run) = (report.outcome, report.run);
    let shown = report.bugs();
    let counts = |s: &Shown| s.accepted.is_none() && s.status.is_none_or(|(status, _)| status == Status::New);
    let mut cases = Vec::new();
    for &kind in &run.checks {
        let of_kind = shown.iter().filter(|s| s.bug.kind == kind);
        let of_kind = of_kind.filter_map(|s| Some((s.index?, s)));
        let (bugs, others): (Vec<_>, Vec<_>) = of_kind.partition(|(_, s)| counts(s));
        let bugs: Vec<_> = bugs.into_iter().map(|(i, s)| (i, s.bug)).collect();
        let failure = bugs.first().map(|(_, first)| {
            let more = if bugs.len() > 1 { format!(" (and {} more)", bugs.len() - 1) } else { String::new() };
            let message = format!("{}:{}: {}{more}", first.place.file, first.place.line, first.message);
            let texts = bugs.iter().map(|(i, bug)| bug_text(bug, *i, run, report.sources, &Palette::plain()));
            (clean(&message), clean(&texts.collect::<String>()))
        });
        let sure = failure.is_some() || outcome.verdict == Verdict::Ok || outcome.bounds_hit.is_empty();
        let bounds: Vec<&str> = outcome.bounds_hit.keys().map(String::as_str).collect();
        let skipped = (!sure).then(|| format!("not everything was explored ({})", bounds.join(", ")));
        let listed = clean(&others.iter().map(|(_, s)| listed(s)).collect::<Vec<_>>().join("\n"));
        cases.push(Case { name: kind.name(), failure, skipped, listed });
    }
    let suite = Suite {
        title: clean(&run.title()),
        failures: cases.iter().filter(|c| c.failure.is_some()).count(),
        skipped: cases.iter().filter(|c| c.skipped.is_some()).count(),
        time: format!("{:.3}", outcome.counters.time_s),
        cases,
        summary: clean(&report.sentence()),
    };
    suite.render().expect("a template that only writes to memory") + "\n"
}

/// A bug that fails nothing, and why it does not.
fn listed(s: &Shown) -> String {
    let why = s.accepted.map_or("still there".into(), |reason| format!("accepted: {reason}"));
    format!("{}: {} ({why})", places(s.bug), s.bug.message)
}

/// XML 1.0 has no way to write most control characters.
fn clean(text: &str) -> String {
    let fits =
        |c: char| matches!(c, '\n' | '\t') || !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'));
    text.chars().map(|c| if fits(c) { c } else { '\u{fffd}' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::source::Sources;

    fn shown(outcome: &rethread_explore::Outcome) -> String {
        let sources = Sources::new(std::path::Path::new("/nonexistent"));
        text(&Report::new(outcome, &sample::run(), &sources))
    }

    #[test]
    fn suite() {
        insta::assert_snapshot!(shown(&sample::outcome()));
    }

    #[test]
    fn clean_has_no_failures() {
        let text = shown(&sample::clean());
        assert!(text.contains("failures=\"0\"") && text.contains("skipped=\"0\""));
        assert!(!text.contains("<failure"));
    }

    #[test]
    fn every_text_can_be_written() {
        let mut outcome = sample::outcome();
        outcome.bugs[0].message = "a < b & \"c\" \u{1b}[31m \u{ffff} \u{7f}".into();
        let text = shown(&outcome);
        assert!(text.contains("a &#60; b &#38; &#34;c&#34; \u{fffd}[31m \u{fffd} \u{fffd}"), "{text}");
    }
}
