//! A comment for a pull request, or a job summary.

use crate::report::{Report, Shown};
use crate::terminal::{Palette, bug_text, places, rows};
use rethread_diff::Status;
use std::fmt::Write;

pub fn text(report: &Report) -> String {
    let (outcome, run) = (report.outcome, report.run);
    let mut t = format!("## rethread: {}\n\n", inline(&report.sentence()));
    let shown = report.bugs();
    if !shown.is_empty() {
        let status = report.change.is_some();
        t.push_str(if status { "| # | | " } else { "| # | " });
        t.push_str("kind | where | what |\n");
        t.push_str(if status { "| ---: | --- |" } else { "| ---: |" });
        t.push_str(" --- | --- | --- |\n");
        for s in &shown {
            let number = s.index.map_or(String::new(), |i| (i + 1).to_string());
            let _ = write!(t, "| {number} | ");
            if let Some((status, _)) = s.status {
                let word = if s.accepted.is_some() { "accepted" } else { word(status) };
                let _ = write!(t, "{word} | ");
            }
            let accepted = s.accepted.map_or(String::new(), |why| format!(" (accepted: {why})"));
            let _ = writeln!(
                t,
                "{} | {} in {} | {} |",
                s.bug.kind.name(),
                inline(&places(s.bug)),
                inline(&s.bug.place.function),
                inline(&format!("{}{accepted}", s.bug.message))
            );
        }
        t.push('\n');
        shown.iter().filter(|s| is_told(s)).for_each(|s| details(&mut t, s, report));
    }
    if let Some(changed) = report.change {
        t.push_str("<details><summary>What changed</summary>\n\n");
        fenced(&mut t, &changed.change.text);
        t.push_str("\n</details>\n\n");
    }
    let explored = report.change.map_or_else(|| rows(outcome, run), |c| c.change.rows(outcome, run));
    if !explored.is_empty() {
        t.push_str("<details><summary>What was explored</summary>\n\n");
        fenced(&mut t, &explored);
        t.push_str("\n</details>\n");
    }
    t
}

fn word(status: Status) -> &'static str {
    match status {
        Status::New => "**new**",
        Status::Present => "still there",
        Status::Fixed => "fixed",
    }
}

/// Of a change only what is new is told in full.
fn is_told(s: &Shown) -> bool {
    s.index.is_some() && s.accepted.is_none() && s.status.is_none_or(|(status, _)| status == Status::New)
}

fn details(t: &mut String, s: &Shown, report: &Report) {
    let Some(index) = s.index else { return };
    let _ = writeln!(t, "<details><summary>bug {}: {}</summary>\n", index + 1, s.bug.kind.name());
    fenced(t, &bug_text(s.bug, index, report.run, report.sources, &Palette::plain()));
    t.push_str("\n</details>\n\n");
}

/// Text in which nothing is taken for markup.
fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '<' => out.push_str("&lt;"),
            '|' | '\\' | '*' | '_' | '[' | ']' | '`' => {
                out.push('\\');
                out.push(c);
            }
            // A name, not somebody to be notified, and no reference to an issue.
            '@' | '#' => {
                out.push(c);
                out.push('\u{200b}');
            }
            c => out.push(c),
        }
    }
    out
}

/// A block whose fence is longer than any run of backticks in it.
fn fenced(t: &mut String, text: &str) {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let _ = writeln!(t, "{fence}text\n{}\n{fence}", text.trim_end());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::source::Sources;

    #[test]
    fn comment() {
        let folder = sample::folder();
        let (outcome, run, sources) = (sample::outcome(), sample::run(), Sources::new(folder.path()));
        insta::assert_snapshot!(text(&Report::new(&outcome, &run, &sources)));
    }

    #[test]
    fn of_a_change_what_is_new_is_told() {
        let folder = sample::folder();
        let (outcome, run, sources) = (sample::outcome(), sample::run(), Sources::new(folder.path()));
        let changed = sample::changed();
        insta::assert_snapshot!(text(&Report {
            change: Some(&changed),
            ..Report::new(&outcome, &run, &sources)
        }));
    }

    #[test]
    fn markup_in_values_stays_text() {
        assert_eq!(inline("a|b<c>_`"), "a\\|b&lt;c>\\_\\`");
        assert_eq!(inline("@you #1"), "@\u{200b}you #\u{200b}1");
        let mut t = String::new();
        fenced(&mut t, "x ``` y");
        assert_eq!(t, "````text\nx ``` y\n````\n");
    }
}
