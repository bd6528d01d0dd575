//! Both versions side by side, with what changed, what that can affect and what feeds it. What `rethread impact --html` writes is this page alone.

use super::highlight::{self, Span};
use super::{Base, Map, SCRIPT, STYLE, render};
use crate::change::Changed;
use crate::source::Sources;
use crate::versions::{Mark, Pair, Row, Side, rows};
use askama::Template;

/// More rows than these that are not marked are folded.
const QUIET: usize = 6;
/// Rows around a mark that are not.
const AROUND: usize = 2;

#[derive(Default)]
struct Cell {
    number: String,
    sign: &'static str,
    class: &'static str,
    spans: Vec<Span>,
}

struct Line {
    old: Cell,
    new: Cell,
    marked: bool,
    /// The same text in both.
    same: bool,
}

/// Rows that are shown, or folded.
struct Block {
    folded: bool,
    lines: Vec<Line>,
}

struct File {
    old: String,
    new: String,
    blocks: Vec<Block>,
}

#[derive(Template)]
#[template(path = "site/change.html")]
struct ChangePage {
    base: Base,
    heading: String,
    summary: String,
    files: Vec<File>,
}

pub(super) fn page(map: &Map, changed: &Changed) -> String {
    let base = map.base("Change", "change.html");
    let sources = [&changed.old_sources, map.report.sources];
    made(base, "What changed, and what that can affect", &changed.change.text, &changed.pairs, sources)
}

/// The page alone; sources are those of the old version and of the new one.
pub fn change_page(title: &str, summary: &str, pairs: &[Pair], sources: [&Sources; 2]) -> String {
    let base = Base {
        title: title.into(),
        subject: title.into(),
        version: String::new(),
        nav: Vec::new(),
        style: STYLE,
        script: SCRIPT,
    };
    made(base, title, summary, pairs, sources)
}

fn made(base: Base, heading: &str, summary: &str, pairs: &[Pair], sources: [&Sources; 2]) -> String {
    let files = pairs.iter().map(|pair| file(pair, sources)).collect();
    render(&ChangePage { base, heading: heading.into(), summary: summary.into(), files })
}

fn file(pair: &Pair, [old, new]: [&Sources; 2]) -> File {
    let text = |side: &Option<Side>, sources: &Sources| {
        side.as_ref().and_then(|s| sources.lines(&s.file)).map(|l| l.to_vec()).unwrap_or_default()
    };
    let (before, now) = (text(&pair.old, old), text(&pair.new, new));
    let (spans_old, spans_new) = (highlight::lines(&before), highlight::lines(&now));
    let name = |s: &Option<Side>| s.as_ref().map_or(String::new(), |s| s.file.clone());
    // What is not compiled has no place in the program: lines with the same text belong together.
    let mut same = pair.same.clone();
    align(&before, &now, &mut same);
    let line = |(o, n): Row| {
        let (a, b) = (cell(o, &spans_old, pair.old.as_ref()), cell(n, &spans_new, pair.new.as_ref()));
        let marked = !a.class.is_empty() || !b.class.is_empty() || o.is_none() || n.is_none();
        let text = |at: Option<u32>, lines: &[String]| lines.get(at? as usize - 1).cloned();
        let same = o.is_some() && text(o, &before) == text(n, &now);
        Line { old: a, new: b, marked: marked || !same, same }
    };
    let lines: Vec<Line> = rows(before.len() as u32, now.len() as u32, &same).into_iter().map(line).collect();
    File { old: name(&pair.old), new: name(&pair.new), blocks: folded(lines) }
}

/// Between two lines that belong together, lines with the same text do too, as far as they are met in order.
fn align(old: &[String], new: &[String], same: &mut std::collections::BTreeMap<u32, u32>) {
    let mut from = (0u32, 0u32);
    let ends: Vec<(u32, u32)> =
        same.iter().map(|(&n, &o)| (o, n)).chain([(old.len() as u32 + 1, new.len() as u32 + 1)]).collect();
    for (o, n) in ends {
        if o <= from.0 || n <= from.1 {
            continue;
        }
        let mut next = from.0 + 1;
        for line in from.1 + 1..n {
            let text = &new[line as usize - 1];
            if let Some(was) = (next..o).find(|&w| &old[w as usize - 1] == text) {
                same.insert(line, was);
                next = was + 1;
            }
        }
        from = (o, n);
    }
}

fn cell(line: Option<u32>, spans: &[Vec<Span>], side: Option<&Side>) -> Cell {
    let Some(line) = line else { return Cell::default() };
    let mark: Option<&Mark> = side.and_then(|s| s.marks.get(&line));
    Cell {
        number: line.to_string(),
        sign: mark.map_or("", |m| m.text().trim()),
        class: mark.map_or("", |m| m.class()),
        spans: spans.get(line as usize - 1).cloned().unwrap_or_default(),
    }
}

/// Long stretches without a mark become a block of their own.
fn folded(lines: Vec<Line>) -> Vec<Block> {
    let marked: Vec<bool> = lines.iter().map(|l| l.marked).collect();
    let near = |i: usize| {
        let from = i.saturating_sub(AROUND);
        marked[from..marked.len().min(i + AROUND + 1)].iter().any(|m| *m)
    };
    let shown: Vec<bool> = (0..lines.len()).map(near).collect();
    let mut blocks: Vec<Block> = Vec::new();
    for (line, shown) in lines.into_iter().zip(shown) {
        match blocks.last_mut().filter(|b| b.folded != shown) {
            Some(block) => block.lines.push(line),
            None => blocks.push(Block { folded: !shown, lines: vec![line] }),
        }
    }
    for block in &mut blocks {
        block.folded &= block.lines.len() > QUIET;
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn text_is_no_markup() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.c"), "x < 1;\n").unwrap();
        let side = Side { file: "a.c".into(), marks: BTreeMap::from([(1, Mark::Affected)]) };
        let pair = Pair { old: None, new: Some(side), same: BTreeMap::new() };
        let sources = Sources::new(folder.path());
        let page = change_page("a & b", "1 < 2", &[pair], [&sources, &sources]);
        assert!(page.contains("x &#60; ") && page.contains("1 &#60; 2"), "{page}");
        assert!(page.contains("a &#38; b") && page.contains("class=\"aff"), "{page}");
    }

    #[test]
    fn comments_that_stay_are_in_one_row() {
        let text = |t: &str| t.lines().map(str::to_string).collect::<Vec<_>>();
        let (old, new) = (text("/* a */\nx;\n\ny;"), text("/* a */\nx;\nz;\n\ny;"));
        let mut same = BTreeMap::from([(2, 2), (5, 4)]);
        align(&old, &new, &mut same);
        assert_eq!(same, BTreeMap::from([(1, 1), (2, 2), (4, 3), (5, 4)]));
    }

    #[test]
    fn long_stretches_are_folded() {
        let line = |marked| Line { old: Cell::default(), new: Cell::default(), marked, same: true };
        let lines = (0..30).map(|i| line(i == 15)).collect();
        let blocks: Vec<(bool, usize)> = folded(lines).iter().map(|b| (b.folded, b.lines.len())).collect();
        assert_eq!(blocks, [(true, 13), (false, 5), (true, 12)]);
    }
}
