//! One bug: how it comes about as lanes over time, the source with the path, the input, the calls.

use super::highlight::{self, Span};
use super::lanes::{Lane, Step, columns, lanes, steps};
use super::{Base, Map, kind_text, render, status_text};
use crate::report::Shown;
use crate::value::{c_string, shorten};
use askama::Template;
use rethread_explore::{Bug, BugKind, Place};
use std::collections::BTreeMap;

/// Lines around those that matter.
const AROUND: u32 = 6;
/// A value longer than this is cut; all of it is in `test.json`.
const LONGEST: usize = 400;

pub struct Badge {
    pub number: usize,
    pub colour: usize,
}

pub struct SourceLine {
    pub number: u32,
    pub spans: Vec<Span>,
    pub badges: Vec<Badge>,
    /// What is wrong here, if something is.
    pub wrong: String,
    pub class: &'static str,
    /// So many lines before it are left out.
    pub gap: u32,
}

struct Excerpt {
    file: String,
    page: String,
    lines: Vec<SourceLine>,
}

struct Frame {
    function: String,
    place: String,
    href: String,
}

struct Party {
    title: String,
    frames: Vec<Frame>,
}

struct Sibling {
    href: String,
    number: usize,
    kind: &'static str,
    active: bool,
}

#[derive(Template)]
#[template(path = "site/bug.html")]
struct BugPage {
    base: Base,
    number: usize,
    kind: &'static str,
    about: &'static str,
    message: String,
    place: String,
    href: String,
    function: String,
    thread: String,
    status: Option<(&'static str, &'static str)>,
    accepted: Option<String>,
    replay: Option<String>,
    replayable: bool,
    siblings: Vec<Sibling>,
    lanes: Vec<Lane>,
    columns: String,
    steps: Vec<Step>,
    excerpts: Vec<Excerpt>,
    parties: Vec<Party>,
    inputs: Vec<(String, String)>,
    stdout: String,
}

pub(super) fn page(map: &Map, shown: &Shown, index: usize) -> String {
    let (bug, run) = (shown.bug, map.report.run);
    let lanes = lanes(bug);
    let at = |file: &str, line: u32| {
        let source = map.report.sources.line(file, line).unwrap_or_default();
        (map.line(file, line), source.trim().to_string())
    };
    let steps = steps(bug, &lanes, at);
    let excerpts = excerpts(map, bug, &steps);
    let siblings = map.bugs.iter().filter_map(|s| Some((s.index?, s.bug.kind.name())));
    render(&BugPage {
        base: map.base(&format!("Bug {}: {}", index + 1, bug.kind), &Map::bug_page(index)),
        number: index + 1,
        kind: bug.kind.name(),
        about: kind_text(bug.kind),
        message: bug.message.clone(),
        place: place_text(&bug.place),
        href: map.line(&bug.place.file, bug.place.line),
        function: bug.place.function.clone(),
        thread: bug.thread.clone(),
        status: shown.status.map(|(status, _)| status_text(status)),
        accepted: shown.accepted.map(str::to_string),
        replay: run.bug_path(index).map(|path| format!("rethread replay {path}")),
        replayable: bug.test.replayable,
        siblings: siblings
            .map(|(i, kind)| Sibling { href: Map::bug_page(i), number: i + 1, kind, active: i == index })
            .collect(),
        columns: columns(&lanes, &steps),
        lanes,
        steps,
        excerpts,
        parties: parties(map, bug),
        inputs: inputs(bug),
        stdout: shorten(&String::from_utf8_lossy(&bug.test.end.stdout), 4000),
    })
}

fn place_text(place: &Place) -> String {
    format!("{}:{}", place.file, place.line)
}

/// The parts of the source that the run passes, with the numbers of its steps.
fn excerpts(map: &Map, bug: &Bug, steps: &[Step]) -> Vec<Excerpt> {
    let mut wrong: BTreeMap<(&str, u32), String> = BTreeMap::new();
    let others = bug.other.iter().chain(&bug.waiting);
    for other in others {
        let text = match bug.kind {
            BugKind::Race => {
                format!("{} races with {} at {}", other.thread, bug.thread, place_text(&bug.place))
            }
            _ => format!("{} {}", other.thread, other.role),
        };
        wrong.insert((&other.place.file, other.place.line), text);
    }
    wrong.insert((&bug.place.file, bug.place.line), bug.message.clone());
    let mut wanted: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let frames = bug.stack.iter().map(|p| (p.file.as_str(), p.line));
    let passed = steps.iter().map(|s| (s.file.as_str(), s.line));
    for (file, line) in passed.chain(frames).chain(wrong.keys().copied()) {
        wanted.entry(file).or_default().push(line);
    }
    let mut out = Vec::new();
    for (file, lines) in wanted {
        let Some(source) = map.report.sources.lines(file) else { continue };
        let near = |n: u32| lines.iter().any(|&l| l.abs_diff(n) <= AROUND);
        // A gap of a line or two is longer than the lines.
        let close = |n: u32| (n.saturating_sub(2)..n).any(near) && (n + 1..=n + 2).any(near);
        let mut shown = Vec::new();
        let mut gap = 0;
        for (number, spans) in (1u32..).zip(highlight::lines(&source)) {
            if !near(number) && !close(number) {
                gap += 1;
                continue;
            }
            let here = steps.iter().filter(|s| s.file == file && s.line == number);
            let badges: Vec<Badge> = here.map(|s| Badge { number: s.number, colour: s.colour }).collect();
            let wrong = wrong.get(&(file, number)).cloned().unwrap_or_default();
            let class = match (wrong.is_empty(), badges.is_empty()) {
                (false, _) => "wrong",
                (true, false) => "path",
                (true, true) => "",
            };
            shown.push(SourceLine { number, spans, badges, wrong, class, gap: std::mem::take(&mut gap) });
        }
        let page = map.sources.get(file).cloned().unwrap_or_default();
        out.push(Excerpt { file: file.into(), page, lines: shown });
    }
    out
}

fn parties(map: &Map, bug: &Bug) -> Vec<Party> {
    let frame = |p: &Place| Frame {
        function: p.function.clone(),
        place: place_text(p),
        href: map.line(&p.file, p.line),
    };
    let frames = |stack: &[Place], place: &Place| -> Vec<Frame> {
        let stack = if stack.is_empty() { std::slice::from_ref(place) } else { stack };
        stack.iter().map(frame).collect()
    };
    let first = Party { title: format!("{} is here", bug.thread), frames: frames(&bug.stack, &bug.place) };
    let others = bug.other.iter().chain(&bug.waiting).map(|o| {
        let title = match bug.kind {
            BugKind::Race => format!("{} {}", o.role, o.thread),
            _ => format!("{} {}", o.thread, o.role),
        };
        Party { title, frames: frames(&o.stack, &o.place) }
    });
    std::iter::once(first).chain(others).collect()
}

fn inputs(bug: &Bug) -> Vec<(String, String)> {
    let test = &bug.test;
    let mut rows: Vec<(String, String)> =
        test.inputs.iter().map(|i| (i.name.clone(), shorten(&i.value, LONGEST))).collect();
    if !test.args.is_empty() {
        let args: Vec<String> = test.args.iter().map(|a| c_string(a)).collect();
        rows.push(("arguments".into(), shorten(&args.join(" "), LONGEST)));
    }
    if !test.stdin.is_empty() {
        rows.push(("standard input".into(), shorten(&c_string(&test.stdin), LONGEST)));
    }
    rows
}
