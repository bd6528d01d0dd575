//! A source file with how often each line was reached, and the bugs at their lines.

use super::highlight::{self, Span};
use super::{Base, Map, render};
use crate::value::thousands;
use askama::Template;

struct Line {
    number: u32,
    count: String,
    class: &'static str,
    spans: Vec<Span>,
    bugs: Vec<(String, String)>,
}

struct Other {
    href: String,
    name: String,
    active: bool,
}

#[derive(Template)]
#[template(path = "site/source.html")]
struct SourcePage {
    base: Base,
    file: String,
    covered: usize,
    total: usize,
    percent: usize,
    files: Vec<Other>,
    functions: Vec<(String, u32, String)>,
    lines: Vec<Line>,
}

pub(super) fn page(map: &Map, file: &str, page: &str) -> String {
    let coverage = &map.report.outcome.coverage;
    let source = map.report.sources.lines(file).unwrap_or_default();
    let counts = coverage.lines.get(file);
    let mut lines = Vec::new();
    for (number, spans) in (1u32..).zip(highlight::lines(&source)) {
        let here = map.bugs.iter().filter(|s| s.bug.place.file == file && s.bug.place.line == number);
        let bugs: Vec<(String, String)> =
            here.filter_map(|s| Some((Map::bug_page(s.index?), s.bug.message.clone()))).collect();
        let count = counts.and_then(|c| c.get(&number));
        let class = match (bugs.is_empty(), count) {
            (false, _) => "wrong",
            (true, Some(0)) => "miss",
            (true, Some(_)) => "hit",
            (true, None) => "",
        };
        let count = count.map_or(String::new(), |&n| thousands(n));
        lines.push(Line { number, count, class, spans, bugs });
    }
    let total = counts.map_or(0, |c| c.len());
    let covered = counts.map_or(0, |c| c.values().filter(|&&n| n > 0).count());
    let functions = coverage.functions.get(file).into_iter().flatten();
    let mut functions: Vec<(String, u32, String)> = functions
        .filter(|(_, (line, _))| *line > 0 && *line as usize <= source.len())
        .map(|(name, (line, times))| (name.clone(), *line, thousands(*times)))
        .collect();
    functions.sort_by_key(|f| f.1);
    render(&SourcePage {
        base: map.base(file, page),
        file: file.into(),
        covered,
        total,
        percent: (covered * 100).checked_div(total).unwrap_or(0),
        files: map
            .sources
            .iter()
            .map(|(name, href)| Other { href: href.clone(), name: name.to_string(), active: *name == file })
            .collect(),
        functions,
        lines,
    })
}
