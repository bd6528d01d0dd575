//! The report as a static site: opens from disk, loads nothing from elsewhere, works without a script except for the tree.
//!
//! Every page has its style and script in it, so that one page alone can be sent. All text goes through the templates, which escape it; data
//! for scripts is JSON in which nothing can end the element it stands in.
//!
//! Guarantee: the same report gives the same bytes, and every link leads to a page that is written.

mod bug;
mod change;
mod charts;
mod highlight;
mod lanes;
mod overview;
mod sources;

pub use change::change_page;

use crate::out::write;
use crate::report::{Report, Shown};
use crate::timeline::{self, Sample};
use crate::tree::Tree;
use crate::value::thousands;
use crate::{Error, names};
use askama::Template;
use rethread_diff::Status;
use std::collections::BTreeMap;
use std::path::Path;

const STYLE: &str = include_str!("../../templates/site/style.css");
const SCRIPT: &str = include_str!("../../templates/site/script.js");
const TREE_SCRIPT: &str = include_str!("../../templates/site/tree.js");

/// Pages by name, `index.html` first.
pub struct Site {
    pages: Vec<(String, String)>,
}

/// What all pages have.
pub(crate) struct Base {
    title: String,
    /// What the report is about.
    subject: String,
    version: String,
    nav: Vec<Link>,
    style: &'static str,
    script: &'static str,
}

pub(crate) struct Link {
    href: String,
    text: String,
    active: bool,
    count: Option<usize>,
}

/// Which pages there are.
pub(crate) struct Map<'r> {
    report: Report<'r>,
    bugs: Vec<Shown<'r>>,
    /// File to page.
    sources: BTreeMap<&'r str, String>,
    has_tree: bool,
}

impl<'r> Map<'r> {
    fn of(report: &Report<'r>, has_tree: bool) -> Map<'r> {
        let outcome = report.outcome;
        let bugs = report.bugs();
        let mut files: Vec<&'r str> = outcome.coverage.lines.keys().map(String::as_str).collect();
        for shown in bugs.iter().filter(|s| s.index.is_some()) {
            files.push(&shown.bug.place.file);
            files.extend(shown.bug.interleaving.iter().map(|s| s.place.file.as_str()));
        }
        files.retain(|f| report.sources.lines(f).is_some());
        files.sort_unstable();
        files.dedup();
        let sources = files.into_iter().enumerate().map(|(i, f)| (f, format!("source-{}.html", i + 1)));
        Map { report: *report, bugs, sources: sources.collect(), has_tree }
    }

    fn bug_page(index: usize) -> String {
        format!("bug-{}.html", index + 1)
    }

    /// A line of the source; empty if there is no page for it.
    fn line(&self, file: &str, line: u32) -> String {
        self.sources.get(file).map_or(String::new(), |page| format!("{page}#L{line}"))
    }

    fn base(&self, title: &str, here: &str) -> Base {
        let link = |href: &str, text: &str, count: Option<usize>| Link {
            href: href.into(),
            text: text.into(),
            active: here == href,
            count,
        };
        let left = self.bugs.iter().filter(|s| s.index.is_some()).count();
        let mut nav = vec![link("index.html", "Summary", None)];
        if left > 0 {
            let mut bugs = link("bug-1.html", "Bugs", Some(left));
            bugs.active = here.starts_with("bug-");
            nav.push(bugs);
        }
        if self.report.change.is_some() {
            nav.push(link("change.html", "Change", None));
        }
        if let Some(first) = self.sources.values().next() {
            let mut sources = link(first, "Coverage", None);
            sources.active = here.starts_with("source-");
            nav.push(sources);
        }
        if self.has_tree {
            nav.push(link("tree.html", "Tree", None));
        }
        nav.push(link("run.html", "Run", None));
        Base {
            title: title.into(),
            subject: self.report.run.title(),
            version: self.report.run.version.clone(),
            nav,
            style: STYLE,
            script: SCRIPT,
        }
    }
}

#[derive(Template)]
#[template(path = "site/tree.html")]
struct TreePage {
    base: Base,
    nodes: String,
    beyond: Option<String>,
    kinds: Vec<(String, String, &'static str)>,
    tree_script: &'static str,
    /// File to page, for links.
    pages: String,
}

impl Site {
    /// `out` is the folder that the run was recorded in.
    pub fn of(report: &Report, out: &Path) -> Result<Site, Error> {
        let (samples, tree) = (timeline::read(out)?, Tree::read(out)?);
        Ok(Site::made(report, &samples, &tree))
    }

    fn made(report: &Report, samples: &[Sample], tree: &Tree) -> Site {
        let map = Map::of(report, !tree.is_empty());
        let mut pages = vec![("index.html".to_string(), overview::index(&map))];
        for (i, shown) in map.bugs.iter().filter(|s| s.index.is_some()).enumerate() {
            pages.push((Map::bug_page(i), bug::page(&map, shown, i)));
        }
        if let Some(changed) = report.change {
            pages.push(("change.html".into(), change::page(&map, changed)));
        }
        for (file, page) in &map.sources {
            pages.push((page.clone(), sources::page(&map, file, page)));
        }
        pages.push(("run.html".into(), overview::run(&map, samples)));
        if map.has_tree {
            pages.push(("tree.html".into(), tree_page(&map, tree)));
            pages.push(("tree-data.js".into(), format!("var TREE = {};\n", script_data(tree))));
        }
        Site { pages }
    }

    /// Pages that are there already are replaced.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        std::fs::create_dir_all(folder).map_err(|e| Error::io("create folder", folder, &e))?;
        self.pages.iter().try_for_each(|(name, page)| write(&folder.join(name), page))
    }
}

fn tree_page(map: &Map, tree: &Tree) -> String {
    let beyond: u64 = tree.beyond.values().sum();
    let there = tree.kinds();
    let kinds = TREE_KINDS
        .into_iter()
        .filter_map(|(kind, about)| there.get(kind).map(|&n| (kind.to_string(), thousands(n), about)));
    render(&TreePage {
        base: map.base("Exploration tree", "tree.html"),
        nodes: thousands(tree.parent.len() as u64),
        beyond: (beyond > 0).then(|| thousands(beyond)),
        kinds: kinds.collect(),
        tree_script: TREE_SCRIPT,
        pages: script_data(&map.sources),
    })
}

/// Kinds of nodes and what they mean.
const TREE_KINDS: [(&str, &str); 11] = [
    ("threads", "A choice between threads"),
    ("branch", "A branch that can go both ways"),
    ("choice", "Something else that can go several ways"),
    ("complete", "A run to its end"),
    ("bug", "A run that ends in a bug"),
    ("assume", "Ended by a false assumption"),
    ("bound", "Cut by a bound"),
    ("summary", "Left out by summaries: safe for the reason that other states were"),
    ("blocked", "Left out by partial order reduction: every way to go on was explored before"),
    (
        "asleep",
        "Left out by partial order reduction: explored from an earlier node, and nothing since depends on it",
    ),
    (
        "not-needed",
        "Left out by partial order reduction: in every run below, the step could as well come later",
    ),
];

/// JSON for a script element: no text in it can end the element.
fn script_data(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string(value).expect("plain data has a JSON form");
    text.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn render(page: &impl Template) -> String {
    page.render().expect("a template that only writes to memory") + "\n"
}

/// What is said of a bug in a change.
fn status_text(status: Status) -> (&'static str, &'static str) {
    match status {
        Status::New => ("new", "bad"),
        Status::Present => ("still there", "warn"),
        Status::Fixed => ("fixed", "good"),
    }
}

fn kind_text(kind: rethread_explore::BugKind) -> &'static str {
    names::describe(kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::source::Sources;

    fn site(change: bool) -> Vec<(String, String)> {
        let folder = sample::folder();
        let mut outcome = sample::outcome();
        outcome.bugs.extend(sample::race().bugs);
        outcome.bugs[0].message = "<script>alert(1)</script> & \"quotes\"".into();
        outcome.notes = vec!["</script><b>note</b>".into()];
        let (run, sources, changed) = (sample::run(), Sources::new(folder.path()), sample::changed());
        let mut report = Report::new(&outcome, &run, &sources);
        report.change = change.then_some(&changed);
        let tree = Tree {
            texts: vec!["".into(), "threads".into(), "</script>".into()],
            parent: vec![0, 1],
            step: vec![0, 2],
            kind: vec![1, 1],
            place: vec![0, 2],
            ..Tree::default()
        };
        Site::made(&report, &[], &tree).pages
    }

    #[test]
    fn every_link_leads_somewhere() {
        for pages in [site(false), site(true)] {
            let mut links = 0;
            for (name, page) in &pages {
                for attribute in ["href=\"", "src=\""] {
                    for link in page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()) {
                        links += 1;
                        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                        let file = if file.is_empty() { name } else { file };
                        let target = pages.iter().find(|(n, _)| n == file);
                        let (_, text) = target.unwrap_or_else(|| panic!("{name} leads to {link}"));
                        let there = anchor.is_empty() || text.contains(&format!("id=\"{anchor}\""));
                        assert!(there, "{name}: {link} has no such place");
                    }
                }
            }
            assert!(links > 30, "{links}");
        }
    }

    #[test]
    fn text_is_no_markup() {
        for (name, page) in site(false).iter().chain(&site(true)) {
            for bad in ["<script>alert", "</script><b>", "<b>note"] {
                assert!(!page.contains(bad), "{name} has {bad}");
            }
        }
        let pages = site(false);
        assert!(pages[0].1.contains("&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;quotes&#34;"));
        let data = &pages.iter().find(|p| p.0 == "tree-data.js").unwrap().1;
        assert!(data.contains("\\u003c/script>"));
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        for (name, page) in site(true) {
            assert!(!page.contains("http://") && !page.contains("https://"), "{name}");
        }
    }

    #[test]
    fn of_a_change_all_three_kinds_are_told() {
        let pages = site(true);
        for word in ["new", "still there", "fixed"] {
            assert!(pages[0].1.contains(&format!(">{word}</span>")), "{word}");
        }
        assert!(pages.iter().any(|p| p.0 == "change.html"));
        assert!(!site(false).iter().any(|p| p.0 == "change.html"));
    }
}
