//! Programs as lines: which instruction stands on which line, and files with some of their lines marked.

use anstyle::Style;
use rethread_analysis::Site;
use rethread_ir::{LocId, Program};
use rethread_report::source::{Sources, printable};
use rethread_report::terminal::Palette;
use rethread_report::value::count;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// More lines than these in a row that are not marked are left out.
const QUIET: u32 = 4;

/// Lines by file.
pub type Lines<'p> = BTreeMap<&'p str, BTreeSet<u32>>;

/// What stands before a line, and how it is shown.
pub type Mark = (&'static str, Style);

/// Every instruction of the program, without those of the models.
pub fn sites(program: &Program) -> impl Iterator<Item = Site> + '_ {
    let own = program.functions.iter().enumerate().filter(|(_, f)| !f.is_model);
    own.flat_map(|(f, function)| {
        function.blocks.iter().enumerate().flat_map(move |(b, block)| {
            let site = move |inst| Site { function: f as u32, block: b as u32, inst };
            (0..block.insts.len() as u32).map(site)
        })
    })
}

/// The line of an instruction, and those it was inlined to.
pub fn lines_at(program: &Program, site: Site) -> Vec<(&str, u32)> {
    let block = &program.functions[site.function as usize].blocks[site.block as usize];
    let mut at: Option<LocId> = Some(block.insts[site.inst as usize].loc);
    let mut out = Vec::new();
    while let Some(location) = at.and_then(|id| program.location(id)) {
        if location.at.line > 0 {
            out.push((program.file(location.at.file), location.at.line));
        }
        at = location.inlined_at;
    }
    out
}

pub fn lines_of(program: &Program, wanted: impl Fn(Site) -> bool) -> Lines<'_> {
    let mut out = Lines::new();
    for site in sites(program).filter(|&s| wanted(s)) {
        for (file, line) in lines_at(program, site) {
            out.entry(file).or_default().insert(line);
        }
    }
    out
}

/// The files with their marked lines, and what is around them. Marks are as wide as the first one.
pub fn shown(marks: &BTreeMap<&str, BTreeMap<u32, Mark>>, code: &Lines) -> String {
    let p = Palette::colours();
    let sources = Sources::new(&std::env::current_dir().unwrap_or_default());
    let (strong, faint) = (p.strong, p.faint);
    let mut text = String::new();
    for (file, lines) in marks {
        let blank = lines.values().next().map_or(1, |m| m.0.len());
        let of = code.get(file).map_or(0, BTreeSet::len) as u64;
        let lines_of_code = count(of, "line", "lines");
        let _ = writeln!(text, "{strong}{file}{strong:#}: {} of {lines_of_code} with code", lines.len());
        let Some(source) = sources.lines(file) else {
            let list: Vec<String> = lines.keys().map(u32::to_string).collect();
            let _ = writeln!(text, "  (the file cannot be read) lines {}\n", list.join(", "));
            continue;
        };
        let width = source.len().to_string().len().max(4);
        let mut left_out = false;
        for (number, line) in (1u32..).zip(source.iter()) {
            let first = number.saturating_sub(QUIET / 2);
            if lines.range(first..=number + QUIET / 2).next().is_none() {
                left_out = true;
                continue;
            }
            if std::mem::take(&mut left_out) {
                let _ = writeln!(text, "{faint}{:>width$} |{faint:#}", "...");
            }
            let (line, _) = printable(line, 0);
            let row = match lines.get(&number) {
                Some((mark, style)) => format!(" {style}{mark} {line}{style:#}"),
                None => format!(" {:blank$} {line}", ""),
            };
            let _ = writeln!(text, "{faint}{number:>width$} |{faint:#}{}", row.trim_end());
        }
        if left_out {
            let _ = writeln!(text, "{faint}{:>width$} |{faint:#}", "...");
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}
