//! Two versions of a program side by side, as a static page: what changed, what that can affect, what feeds it.
//!
//! Guarantee: every line of both files is there once, in order; lines that are each other's stand in one row.

use crate::emit::{escape, html::page};
use crate::source::Sources;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What is the matter with a line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    Added,
    Deleted,
    Modified,
    /// Can be affected.
    Affected,
    /// Feeds what changed.
    Feeds,
    /// Both.
    AffectedFeeds,
}

impl Mark {
    pub fn text(self) -> &'static str {
        match self {
            Mark::Added => " +",
            Mark::Deleted => " -",
            Mark::Modified => " ~",
            Mark::Affected => " >",
            Mark::Feeds => "< ",
            Mark::AffectedFeeds => "<>",
        }
    }

    fn class(self) -> &'static str {
        match self {
            Mark::Added => "add",
            Mark::Deleted => "del",
            Mark::Modified => "mod",
            Mark::Affected | Mark::AffectedFeeds => "aff",
            Mark::Feeds => "fed",
        }
    }
}

/// A file and its marked lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side<'a> {
    pub file: &'a str,
    pub marks: BTreeMap<u32, Mark>,
}

/// A file in both versions.
pub struct Pair<'a> {
    pub old: Option<Side<'a>>,
    pub new: Option<Side<'a>>,
    /// Lines of the new version and what they were in the old one.
    pub same: BTreeMap<u32, u32>,
}

/// What is meant by the marks.
pub const LEGEND: &str = "+ added  ~ modified  - deleted  > can be affected  < feeds what changed";

/// The page. `summary` is shown as it stands.
pub fn side_by_side(title: &str, summary: &str, pairs: &[Pair], sources: &Sources) -> String {
    let mut t = format!("<h1>{}</h1>\n<pre>{}\n{LEGEND}</pre>\n", escape(title), escape(summary));
    for pair in pairs {
        let name = |s: &Option<Side>| s.as_ref().map_or("", |s| s.file).to_string();
        let (old, new) = (name(&pair.old), name(&pair.new));
        let _ = write!(t, "<table class=\"src\"><tr><th colspan=\"3\">{}</th>", escape(&old));
        let _ = writeln!(t, "<th colspan=\"3\">{}</th></tr>", escape(&new));
        let text = |file: &str| sources.lines(file).map(|l| l.to_vec()).unwrap_or_default();
        let (before, now) = (text(&old), text(&new));
        for (o, n) in rows(before.len() as u32, now.len() as u32, &pair.same) {
            t.push_str("<tr>");
            cell(&mut t, o, &before, pair.old.as_ref());
            cell(&mut t, n, &now, pair.new.as_ref());
            t.push_str("</tr>\n");
        }
        t.push_str("</table>\n");
    }
    page(title, &t)
}

fn cell(t: &mut String, line: Option<u32>, text: &[String], side: Option<&Side>) {
    let Some(line) = line else { return t.push_str("<td></td><td></td><td></td>") };
    let mark = side.and_then(|s| s.marks.get(&line));
    let (class, sign) = mark.map_or(("", ""), |m| (m.class(), m.text()));
    let text = text.get(line as usize - 1).map_or("", |l| l);
    let _ = write!(
        t,
        "<td class=\"n\">{line}</td><td class=\"{class}\">{}</td><td class=\"{class}\">{}</td>",
        escape(sign),
        escape(text)
    );
}

/// The lines of both files in rows: what is the same in one, what is between beside each other as far as it goes.
fn rows(old: u32, new: u32, same: &BTreeMap<u32, u32>) -> Vec<(Option<u32>, Option<u32>)> {
    let mut out = Vec::new();
    let mut at = (1, 1);
    let ends = same.iter().map(|(&n, &o)| (o, n)).chain([(old + 1, new + 1)]);
    for (o, n) in ends {
        // A line that came from further up stands where it stands now.
        if o < at.0 || n < at.1 {
            continue;
        }
        let (mut before, mut now) = (at.0..o, at.1..n);
        loop {
            match (before.next(), now.next()) {
                (None, None) => break,
                row => out.push(row),
            }
        }
        if o <= old && n <= new {
            out.push((Some(o), Some(n)));
        }
        at = (o + 1, n + 1);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_there_once() {
        let same = BTreeMap::from([(1, 1), (4, 2), (5, 9), (6, 3)]);
        let rows = rows(9, 7, &same);
        let (old, new): (Vec<_>, Vec<_>) = rows.iter().copied().unzip();
        assert!(old.into_iter().flatten().eq(1..=9));
        assert!(new.into_iter().flatten().eq(1..=7));
        assert_eq!(rows[..2], [(Some(1), Some(1)), (None, Some(2))]);
        assert!(rows.contains(&(Some(2), Some(4))) && rows.contains(&(Some(9), Some(5))));
    }

    #[test]
    fn text_is_no_markup() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.c"), "x < 1;\n").unwrap();
        let side = Side { file: "a.c", marks: BTreeMap::from([(1, Mark::Affected)]) };
        let pair = Pair { old: None, new: Some(side), same: BTreeMap::new() };
        let page = side_by_side("a & b", "1 < 2", &[pair], &Sources::new(folder.path()));
        assert!(page.contains("<td class=\"aff\">x &lt; 1;</td>"), "{page}");
        assert!(page.contains("1 &lt; 2") && page.contains("<h1>a &amp; b</h1>"), "{page}");
    }
}
