//! JUnit XML, as CI servers read it: a test case a check, failing where it found bugs, skipped where
//! a bound kept it from being sure.

use crate::Run;
use crate::emit::escape;
use crate::source::Sources;
use crate::terminal::{Palette, bug_text, sentence};
use rethread_explore::{Outcome, Verdict};
use std::fmt::Write;

pub fn text(outcome: &Outcome, run: &Run) -> String {
    let mut cases = String::new();
    let (mut failures, mut skipped) = (0, 0);
    let title = escape(&run.title());
    let sources = Sources::new(run.source_folder());
    for &kind in &run.checks {
        let name = kind.name();
        let _ = write!(cases, "    <testcase classname=\"{title}\" name=\"{name}\"");
        let bugs: Vec<_> = outcome.bugs.iter().enumerate().filter(|(_, b)| b.kind == kind).collect();
        if let [(_, first), ..] = bugs.as_slice() {
            failures += 1;
            let place = format!("{}:{}", first.place.file, first.place.line);
            let more = if bugs.len() > 1 { format!(" (and {} more)", bugs.len() - 1) } else { String::new() };
            let message = escape(&format!("{place}: {}{more}", first.message));
            let body: String =
                bugs.iter().map(|(i, bug)| bug_text(bug, *i, run, &sources, &Palette::plain())).collect();
            let _ = writeln!(
                cases,
                ">\n      <failure type=\"{name}\" message=\"{message}\">{}</failure>\n    </testcase>",
                escape(&body)
            );
        } else if outcome.verdict == Verdict::Ok || outcome.bounds_hit.is_empty() {
            cases.push_str("/>\n");
        } else {
            skipped += 1;
            let bounds: Vec<&str> = outcome.bounds_hit.keys().map(String::as_str).collect();
            let message = escape(&format!("not everything was explored ({})", bounds.join(", ")));
            let _ = writeln!(cases, ">\n      <skipped message=\"{message}\"/>\n    </testcase>");
        }
    }
    let tests = run.checks.len();
    let time = outcome.counters.time_s;
    let attributes = format!(
        "tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"{time:.3}\""
    );
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {attributes}>\n  <testsuite name=\"rethread {title}\" {attributes}>\n{cases}    <system-out>{}</system-out>\n  </testsuite>\n</testsuites>\n",
        escape(&sentence(outcome, run))
    )
}

#[cfg(test)]
mod tests {
    use crate::sample;

    #[test]
    fn suite() {
        let mut run = sample::run();
        run.build.cwd = "/nonexistent".into();
        insta::assert_snapshot!(super::text(&sample::outcome(), &run));
    }

    #[test]
    fn clean_has_no_failures() {
        let text = super::text(&sample::clean(), &sample::run());
        assert!(text.contains("failures=\"0\"") && text.contains("skipped=\"0\""));
        assert!(!text.contains("<failure"));
    }
}
