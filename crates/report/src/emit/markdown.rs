//! A comment for a pull request, or a job summary.

use crate::Run;
use crate::source::Sources;
use crate::terminal::{Palette, bug_text, sentence, summary};
use rethread_explore::Outcome;
use std::fmt::Write;

pub fn text(outcome: &Outcome, run: &Run, sources: &Sources) -> String {
    let mut t = format!("## rethread: {}\n\n", sentence(outcome, run));
    if !outcome.bugs.is_empty() {
        t.push_str("| # | kind | where | what |\n| ---: | --- | --- | --- |\n");
        for (i, bug) in outcome.bugs.iter().enumerate() {
            let place = format!("{}:{}", bug.place.file, bug.place.line);
            let _ = writeln!(
                t,
                "| {} | {} | {} in {} | {} |",
                i + 1,
                bug.kind.name(),
                cell(&place),
                cell(&bug.place.function),
                cell(&bug.message)
            );
        }
        t.push('\n');
        for (i, bug) in outcome.bugs.iter().enumerate() {
            let _ = writeln!(t, "<details><summary>bug {}: {}</summary>\n", i + 1, bug.kind.name());
            fenced(&mut t, &bug_text(bug, i, run, sources, &Palette::plain()));
            t.push_str("\n</details>\n\n");
        }
    }
    t.push_str("<details><summary>What was explored</summary>\n\n");
    fenced(&mut t, &summary(outcome, run, &Palette::plain()));
    t.push_str("\n</details>\n");
    t
}

/// Text of a table cell: nothing in it is taken for markup.
fn cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '<' => out.push_str("&lt;"),
            '|' | '\\' | '*' | '_' | '[' | ']' | '`' => {
                out.push('\\');
                out.push(c);
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

    #[test]
    fn comment() {
        let folder = sample::folder();
        insta::assert_snapshot!(text(&sample::outcome(), &sample::run(), &Sources::new(folder.path())));
    }

    #[test]
    fn markup_in_values_stays_text() {
        assert_eq!(cell("a|b<c>_`"), "a\\|b&lt;c>\\_\\`");
        let mut t = String::new();
        fenced(&mut t, "x ``` y");
        assert_eq!(t, "````text\nx ``` y\n````\n");
    }
}
