//! A static page: the bugs, what was explored, and every source file with its reached lines marked.
//! No scripts and nothing loaded from elsewhere, so that it opens from a CI artifact.

use crate::Run;
use crate::emit::escape;
use crate::source::Sources;
use crate::terminal::{Palette, bug_text, sentence, summary};
use rethread_explore::{Outcome, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.4rem}table{border-collapse:collapse}td,th{padding:.2rem .8rem;text-align:left;border-bottom:1px solid #8884}\
pre{padding:1rem;background:#8881;overflow-x:auto;border-radius:.4rem;font:13px/1.45 ui-monospace,monospace}\
.bugs{color:#c62828}.ok{color:#2e7d32}.incomplete,.error{color:#b26a00}\
.src{border-collapse:separate;border-spacing:0;font:13px/1.45 ui-monospace,monospace}.src td{border:0;padding:0 .6rem;white-space:pre}\
.src .n{text-align:right;color:#8889;user-select:none}.hit{background:#4caf5022}.miss{background:#f4433633}.bad{background:#f44336;color:#fff}\
.add{background:#4caf5044}.del{background:#f4433644}.mod{background:#ffb30055}.aff{background:#ffb30022}.fed{background:#2196f318}";

/// File name to content; `index.html` first.
pub fn pages(outcome: &Outcome, run: &Run, sources: &Sources) -> Vec<(String, String)> {
    let files: BTreeMap<&String, String> =
        outcome.coverage.lines.keys().enumerate().map(|(i, f)| (f, format!("file{}.html", i + 1))).collect();
    let mut pages = vec![("index.html".to_string(), index(outcome, run, sources, &files))];
    for (file, page) in &files {
        pages.push((page.clone(), source_page(file, outcome, sources)));
    }
    pages
}

/// A page with the style of all pages.
pub fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title><style>{STYLE}</style></head>\n<body>\n{body}</body></html>\n"
    )
}

fn index(outcome: &Outcome, run: &Run, sources: &Sources, files: &BTreeMap<&String, String>) -> String {
    let class = match outcome.verdict {
        Verdict::Ok => "ok",
        Verdict::Bugs => "bugs",
        Verdict::Incomplete => "incomplete",
        Verdict::Error => "error",
    };
    let mut t = format!("<h1 class=\"{class}\">{}</h1>\n", escape(&sentence(outcome, run)));
    for (i, bug) in outcome.bugs.iter().enumerate() {
        let place = format!("{}:{}", bug.place.file, bug.place.line);
        let link = match files.get(&bug.place.file) {
            Some(page) => format!("<a href=\"{page}#L{}\">{}</a>", bug.place.line, escape(&place)),
            None => escape(&place),
        };
        let _ = writeln!(t, "<h2>{}. {} at {link}</h2>", i + 1, bug.kind.name());
        let _ = writeln!(t, "<pre>{}</pre>", escape(&bug_text(bug, i, run, sources, &Palette::plain())));
    }
    let _ = writeln!(
        t,
        "<h2>What was explored</h2>\n<pre>{}</pre>",
        escape(&summary(outcome, run, &Palette::plain()))
    );
    t.push_str("<table><tr><th>file</th><th>lines reached</th></tr>\n");
    for (file, page) in files {
        let lines = &outcome.coverage.lines[*file];
        let hit = lines.values().filter(|&&n| n > 0).count();
        let _ = writeln!(
            t,
            "<tr><td><a href=\"{page}\">{}</a></td><td>{hit} of {}</td></tr>",
            escape(file),
            lines.len()
        );
    }
    t.push_str("</table>\n");
    page(&format!("rethread: {}", run.title()), &t)
}

fn source_page(file: &str, outcome: &Outcome, sources: &Sources) -> String {
    let mut t = format!("<p><a href=\"index.html\">all results</a></p>\n<h1>{}</h1>\n", escape(file));
    let Some(lines) = sources.lines(file) else {
        t.push_str("<p>The source file is not there any more.</p>\n");
        return page(file, &t);
    };
    let counts = &outcome.coverage.lines[file];
    t.push_str("<table class=\"src\">\n");
    for (i, line) in lines.iter().enumerate() {
        let n = i as u32 + 1;
        let bug = outcome.bugs.iter().find(|b| b.place.file == file && b.place.line == n);
        let (class, times) = match (bug, counts.get(&n)) {
            (Some(_), times) => ("bad", times.map_or(String::new(), u64::to_string)),
            (None, Some(0)) => ("miss", "0".into()),
            (None, Some(times)) => ("hit", times.to_string()),
            (None, None) => ("", String::new()),
        };
        let title = bug.map_or(String::new(), |b| format!(" title=\"{}\"", escape(&b.message)));
        let _ = writeln!(
            t,
            "<tr id=\"L{n}\"><td class=\"n\">{n}</td><td class=\"n\">{times}</td><td class=\"{class}\"{title}>{}</td></tr>",
            escape(line)
        );
    }
    t.push_str("</table>\n");
    page(file, &t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn pages_link_to_each_other() {
        let folder = sample::folder();
        let pages = pages(&sample::outcome(), &sample::run(), &Sources::new(folder.path()));
        let names: Vec<&str> = pages.iter().map(|(n, _)| n.as_str()).collect();
        assert_eq!(names, ["index.html", "file1.html"]);
        assert!(pages[0].1.contains("<a href=\"file1.html#L4\">ring.c:4</a>"));
        assert!(pages[0].1.contains("&quot;ab&lt;&quot;"), "values are escaped");
        assert!(
            pages[1]
                .1
                .contains("<tr id=\"L4\"><td class=\"n\">4</td><td class=\"n\">9</td><td class=\"bad\"")
        );
        assert!(pages[1].1.contains("class=\"miss\">    return 0;"));
    }
}
