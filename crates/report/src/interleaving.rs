//! An interleaving as a table: one column a thread, one row a step.

use crate::terminal::Palette;
use crate::value::shorten;
use rethread_explore::Interleaved;
use std::fmt::Write;

/// A step takes no more room than this.
const WIDEST: usize = 34;
/// Rows that are shown: the last ones, where it goes wrong.
const MOST_ROWS: usize = 40;

/// Empty for a program with one thread. `file` is the one whose name need not be repeated.
pub fn table(steps: &[Interleaved], file: &str, p: &Palette) -> String {
    let mut threads: Vec<&str> = Vec::new();
    for s in steps {
        if !threads.contains(&s.thread.as_str()) {
            threads.push(&s.thread);
        }
    }
    threads.sort_by_key(|t| (t.matches('.').count(), t.len(), t.to_string()));
    if steps.is_empty() {
        return String::new();
    }
    let cell = |s: &Interleaved| {
        let place = if s.place.file == file { String::new() } else { format!("{}:", s.place.file) };
        shorten(&format!("{place}{}: {}", s.place.line, s.what), WIDEST)
    };
    let shown = &steps[steps.len().saturating_sub(MOST_ROWS)..];
    let widths: Vec<usize> = threads
        .iter()
        .map(|t| {
            let cells = shown.iter().filter(|s| s.thread == **t).map(|s| cell(s).chars().count());
            cells.chain([t.chars().count()]).max().unwrap_or(0)
        })
        .collect();
    let (strong, faint) = (p.strong, p.faint);
    let mut t = format!("  {strong}how it comes about{strong:#} (line: step)\n");
    let row = |cells: Vec<String>| {
        let padded: Vec<String> = cells
            .iter()
            .zip(&widths)
            .map(|(c, w)| format!("{c}{}", " ".repeat(w - c.chars().count())))
            .collect();
        format!("      {}", padded.join("   ").trim_end())
    };
    let _ = writeln!(t, "{faint}{}{faint:#}", row(threads.iter().map(|s| s.to_string()).collect()));
    if shown.len() < steps.len() {
        let _ = writeln!(t, "      ... {} steps before", steps.len() - shown.len());
    }
    for s in shown {
        let cells = threads.iter().map(|t| if s.thread == *t { cell(s) } else { String::new() }).collect();
        let _ = writeln!(t, "{}", row(cells));
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;
    use rethread_explore::Place;

    fn step(thread: &str, line: u32, what: &str) -> Interleaved {
        let place = Place { file: "a.c".into(), line, ..Place::default() };
        Interleaved { thread: thread.into(), place, what: what.into() }
    }

    #[test]
    fn one_column_a_thread() {
        let steps = [
            step("main.1", 9, "read x = 0"),
            step("main.0", 4, "read x = 0"),
            step("main.0", 4, "write x = 1"),
            step("main.1", 9, "write x = 1"),
            step("main", 20, "branch: false"),
        ];
        insta::assert_snapshot!(table(&steps, "a.c", &Palette::plain()));
        assert_eq!(table(&[], "a.c", &Palette::plain()), "");
    }

    #[test]
    fn long_ones_show_their_end() {
        let steps: Vec<_> =
            (0..100).map(|i| step(if i % 2 == 0 { "main" } else { "main.0" }, i, "lock m")).collect();
        let text = table(&steps, "b.c", &Palette::plain());
        assert!(
            text.contains("60 steps before") && text.contains("a.c:99: lock m") && !text.contains("a.c:59:")
        );
    }
}
