//! JUnit XML, as CI servers read it: a test case a check, failing where it found bugs, skipped where
//! a bound kept it from being sure. Of a change only bugs that are new fail. Valid by the schema of Jenkins.

use crate::report::Report;
use crate::terminal::{Palette, bug_text};
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
}

pub fn text(report: &Report) -> String {
    let (outcome, run) = (report.outcome, report.run);
    let shown = report.bugs();
    let counts = |status: Status| status == Status::New;
    let mut cases = Vec::new();
    for &kind in &run.checks {
        let bugs: Vec<_> = shown
            .iter()
            .filter(|s| s.bug.kind == kind && s.accepted.is_none())
            .filter(|s| s.status.is_none_or(|(status, _)| counts(status)))
            .filter_map(|s| Some((s.index?, s.bug)))
            .collect();
        let failure = bugs.first().map(|(_, first)| {
            let more = if bugs.len() > 1 { format!(" (and {} more)", bugs.len() - 1) } else { String::new() };
            let message = format!("{}:{}: {}{more}", first.place.file, first.place.line, first.message);
            let texts = bugs.iter().map(|(i, bug)| bug_text(bug, *i, run, report.sources, &Palette::plain()));
            (clean(&message), clean(&texts.collect::<String>()))
        });
        let sure = failure.is_some() || outcome.verdict == Verdict::Ok || outcome.bounds_hit.is_empty();
        let bounds: Vec<&str> = outcome.bounds_hit.keys().map(String::as_str).collect();
        let skipped = (!sure).then(|| format!("not everything was explored ({})", bounds.join(", ")));
        cases.push(Case { name: kind.name(), failure, skipped });
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
