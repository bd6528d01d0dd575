//! `rethread impact`: what changed between two versions, what that can affect, and what feeds it, over the source of both.

use crate::args::Impact as Options;
use crate::fail::{Ending, Failure, OK};
use crate::marked::{Lines, lines_at, lines_of, shown, sites};
use crate::program::{Given, entry, load_program};
use rethread_analysis::{Check, CheckKind, Impact, Match, Site};
use rethread_explore::CheckSet;
use rethread_ir::{FuncId, GlobalId, Program};
use rethread_report::site::change_page;
use rethread_report::source::Sources;
use rethread_report::terminal::Palette;
use rethread_report::value::count;
use rethread_report::versions::{LEGEND, Mark, Pair, Side};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

pub fn run(options: &Options) -> Ending {
    let (old, new) = (version(&options.old, options)?, version(&options.new, options)?);
    let name = options.entry.as_deref().unwrap_or("main");
    let matched = Match::of(&old, &new, (entry(&old, name)?, entry(&new, name)?));
    let answer = Affected::of(&matched, &CheckSet::default(), false);
    if let Some(path) = &options.html {
        let title = format!("rethread impact {} {}", options.old, options.new);
        std::fs::write(path, answer.page(&title))
            .map_err(|e| Failure(format!("cannot write {}: {e}", path.display())))?;
    }
    let text = match options.json {
        true => format!("{:#}\n", answer.json()),
        false => answer.summary() + &answer.sources(),
    };
    crate::print(&text)?;
    Ok(OK)
}

fn version(path: &String, options: &Options) -> Result<Program, Failure> {
    let folder = Path::new(path).is_dir();
    load_program(&Given {
        files: if folder { &[] } else { std::slice::from_ref(path) },
        models: &options.models,
        compile_commands: folder.then(|| Path::new(path).join("compile_commands.json")),
        clang_flags: &options.clang_flags,
    })
}

/// Everything as lines.
pub struct Affected<'m> {
    matched: &'m Match<'m>,
    everything: bool,
    added: Lines<'m>,
    deleted: Lines<'m>,
    modified: Lines<'m>,
    modified_old: Lines<'m>,
    /// Of the new program, the changed ones included.
    impacted: Lines<'m>,
    feeding: Lines<'m>,
    /// Instructions of the new program that can be affected, and all of it.
    instructions: (u64, u64),
    checks: Vec<Check>,
    /// A deadlock or leak may come or go.
    waiting: bool,
}

impl<'m> Affected<'m> {
    pub fn of(matched: &'m Match<'m>, checks: &CheckSet, reuse_freed: bool) -> Affected<'m> {
        let impact = Impact::of(matched, rethread_engine::behaviour(checks, reuse_freed));
        let (old, new, change) = (matched.old, matched.new, matched.change());
        let of = |program: &'m Program, list: &BTreeSet<Site>| lines_of(program, |s| list.contains(&s));
        let set = |list: &[Site]| list.iter().copied().collect::<BTreeSet<_>>();
        let mut added = of(new, &set(&change.added));
        let mut deleted = of(old, &set(&change.deleted));
        let mut modified = of(new, &change.modified.iter().map(|p| p.1).collect());
        let mut modified_old = of(old, &change.modified.iter().map(|p| p.0).collect());
        declared(new, change.globals_added.iter().copied(), &mut added);
        declared(old, change.globals_deleted.iter().copied(), &mut deleted);
        declared(new, change.globals_changed.iter().map(|p| p.1), &mut modified);
        declared(old, change.globals_changed.iter().map(|p| p.0), &mut modified_old);
        let affected = sites(new).filter(|&s| impact.affects(s)).count() as u64;
        let own = |c: &Check| !new.functions[c.site.function as usize].is_model;
        Affected {
            matched,
            everything: impact.is_everything(),
            added,
            deleted,
            modified,
            modified_old,
            impacted: lines_of(new, |s| impact.affects(s)),
            feeding: lines_of(new, |s| impact.feeds(s)),
            instructions: (affected, sites(new).count() as u64),
            checks: impact.checks().into_iter().filter(own).collect(),
            waiting: impact.affects_waiting(),
        }
    }

    /// Lines with a check that can be affected, of these kinds.
    fn affected(&self, kinds: &[CheckKind]) -> Lines<'m> {
        let wanted = self.checks.iter().filter(|c| c.affected && kinds.contains(&c.kind));
        let at: BTreeSet<Site> = wanted.map(|c| c.site).collect();
        lines_of(self.matched.new, |s| at.contains(&s))
    }

    /// What changed and what it can affect, in sentences.
    pub fn summary(&self) -> String {
        let change = self.matched.change();
        let mut text = String::new();
        if change.is_empty() {
            text.push_str("Nothing changed but names, comments or layout: nothing can be affected.\n");
        } else {
            // As in the marks: what was modified is not said to be added or deleted besides.
            let (added, deleted) =
                (without(&self.added, &self.modified), without(&self.deleted, &self.modified_old));
            let parts = [(&added, "added"), (&self.modified, "modified"), (&deleted, "deleted")];
            let said = parts.iter().filter(|p| !p.0.is_empty());
            let said: Vec<String> =
                said.map(|(l, what)| format!("{} {what}", count(total(l), "line", "lines"))).collect();
            let said = if said.is_empty() { "no line with code".to_string() } else { said.join(", ") };
            let _ = writeln!(text, "Changed: {said}.");
        }
        let (functions, symbols) = (self.functions(), self.symbols());
        for line in functions.iter().take(NAMED).chain(&symbols) {
            let _ = writeln!(text, "  {line}");
        }
        if let more @ 1.. = functions.len().saturating_sub(NAMED) {
            let _ = writeln!(text, "  and in {} more", count(more as u64, "function", "functions"));
        }
        if self.everything {
            text.push_str("The programs start differently or are too much for the analysis: everything can be affected.\n");
        } else if !change.is_empty() {
            text.push_str(&self.reach());
        }
        text
    }

    fn reach(&self) -> String {
        let new = self.matched.new;
        let lines = count(total(&lines_of(new, |_| true)), "line", "lines");
        let kinds = [(CheckKind::Failure, "checks"), (CheckKind::Race, "accesses that may race")];
        let mut text = format!("Can be affected: {} of {lines} with code", total(&self.impacted));
        for (kind, what) in kinds {
            let all = self.checks.iter().filter(|c| c.kind == kind);
            let (all, hit) = (all.clone().count(), all.filter(|c| c.affected).count());
            if all > 0 {
                let _ = write!(text, ", {hit} of {all} {what}");
            }
        }
        let _ =
            writeln!(text, ", {}.", if self.waiting { "deadlocks and leaks" } else { "no deadlock or leak" });
        text
    }

    /// The functions that are there before and after in which something changed: the lines that were added, modified and deleted.
    fn changed(&self) -> BTreeMap<FuncId, [BTreeSet<(&'m str, u32)>; 3]> {
        let (old, new, c) = (self.matched.old, self.matched.new, self.matched.change());
        let both = (0..new.functions.len() as u32).map(FuncId);
        let now: BTreeMap<FuncId, FuncId> =
            both.filter_map(|f| Some((self.matched.function_of(f)?, f))).collect();
        let added = c.added.iter().map(|&s| (0, new, s, Some(FuncId(s.function))));
        let modified = c.modified.iter().map(|&(_, s)| (1, new, s, Some(FuncId(s.function))));
        let deleted = c.deleted.iter().map(|&s| (2, old, s, now.get(&FuncId(s.function)).copied()));
        let mut changed: BTreeMap<FuncId, [BTreeSet<(&str, u32)>; 3]> = BTreeMap::new();
        for (kind, program, site, function) in added.chain(modified).chain(deleted) {
            let there =
                function.filter(|&f| !new.function(f).is_model && self.matched.function_of(f).is_some());
            if let Some(function) = there {
                changed.entry(function).or_default()[kind].extend(lines_at(program, site).first());
            }
        }
        // As in the marks: what was modified is not said to be added or deleted.
        for lines in changed.values_mut() {
            lines[0] = &lines[0] - &lines[1];
            lines[2].retain(|(file, line)| !self.modified_old.get(file).is_some_and(|l| l.contains(line)));
        }
        changed
    }

    fn functions(&self) -> Vec<String> {
        let mut out = Vec::new();
        for (function, lines) in self.changed() {
            let name = &self.matched.new.function(function).name;
            let kinds =
                lines.iter().zip(["added", "modified", "deleted"]).filter(|(lines, _)| !lines.is_empty());
            let files: BTreeSet<&str> = lines.iter().flatten().map(|at| at.0).collect();
            let only = files.first().copied().filter(|_| files.len() == 1);
            let said: Vec<String> =
                kinds.map(|(lines, kind)| format!("{} {kind}", ranges(lines, only))).collect();
            let file = only.map(|file| format!(" ({file})")).unwrap_or_default();
            out.push(match said[..] {
                [] => format!("in {name}: a value that has no line of its own"),
                _ => format!("in {name}{file}: {}", said.join(", ")),
            });
        }
        out
    }

    /// Functions and globals that came, went, or are not what they were.
    fn symbols(&self) -> Vec<String> {
        let (old, new, c) = (self.matched.old, self.matched.new, self.matched.change());
        let mut out = Vec::new();
        out.extend(c.functions_added.iter().map(|&f| format!("function {} added", new.function(f).name)));
        out.extend(c.functions_deleted.iter().map(|&f| format!("function {} deleted", old.function(f).name)));
        out.extend(c.functions_renamed.iter().map(|&(o, n)| {
            format!("function {} is now called {}", old.function(o).name, new.function(n).name)
        }));
        out.extend(c.globals_added.iter().map(|&g| format!("variable {} added", new.global(g).name)));
        out.extend(c.globals_deleted.iter().map(|&g| format!("variable {} deleted", old.global(g).name)));
        let changed = c.globals_changed.iter().map(|&(_, g)| &new.global(g).name);
        out.extend(changed.map(|g| format!("variable {g} has another type, attribute or initial value")));
        out
    }

    /// The marks of the old version, and of the new one.
    fn marks(&self) -> [Marks<'m>; 2] {
        let (mut before, mut now) = (Marks::new(), Marks::new());
        put(&mut now, &self.feeding, Mark::Feeds);
        for (file, line) in each(&self.impacted) {
            let fed = self.feeding.get(file).is_some_and(|l| l.contains(&line));
            let mark = if fed { Mark::AffectedFeeds } else { Mark::Affected };
            now.entry(file).or_default().insert(line, mark);
        }
        put(&mut now, &self.added, Mark::Added);
        put(&mut now, &self.modified, Mark::Modified);
        put(&mut before, &self.deleted, Mark::Deleted);
        put(&mut before, &self.modified_old, Mark::Modified);
        [before, now]
    }

    /// Both versions, marked, for the terminal.
    fn sources(&self) -> String {
        let p = Palette::colours();
        let style = |mark: Mark| match mark {
            Mark::Added | Mark::Deleted | Mark::Modified => p.warn,
            Mark::Affected | Mark::AffectedFeeds => p.strong,
            Mark::Feeds => p.faint,
        };
        let mut text = String::new();
        for (marks, program) in self.marks().into_iter().zip([self.matched.old, self.matched.new]) {
            let styled = |lines: BTreeMap<u32, Mark>| {
                lines.into_iter().map(|(line, mark)| (line, (mark.text(), style(mark)))).collect()
            };
            let marks: BTreeMap<&str, _> = marks.into_iter().map(|(file, l)| (file, styled(l))).collect();
            if !marks.is_empty() {
                let _ = write!(text, "\n{}", shown(&marks, &lines_of(program, |_| true)));
            }
        }
        if !text.is_empty() {
            let _ = writeln!(text, "\n{LEGEND}");
        }
        text
    }

    /// Both versions side by side.
    fn page(&self, title: &str) -> String {
        let sources = Sources::new(&std::env::current_dir().unwrap_or_default());
        change_page(title, &self.summary(), &self.pairs(), [&sources, &sources])
    }

    /// A file of the new version stands beside the one that most of its lines are from.
    pub fn pairs(&self) -> Vec<Pair> {
        let mut from: BTreeMap<&str, BTreeMap<&str, BTreeMap<u32, u32>>> = BTreeMap::new();
        let kept = sites(self.matched.new).filter_map(|s| Some((self.matched.old_of(s)?, s)));
        for (was, is) in kept.chain(self.matched.change().modified.iter().copied()) {
            let (was, is) = (lines_at(self.matched.old, was), lines_at(self.matched.new, is));
            if let (Some(&(old, before)), Some(&(file, line))) = (was.first(), is.first()) {
                from.entry(file).or_default().entry(old).or_default().entry(line).or_insert(before);
            }
        }
        let [mut before, now] = self.marks();
        let mut pairs = Vec::new();
        for (file, marks) in now {
            let most = from.remove(file).into_iter().flatten().max_by_key(|(_, lines)| lines.len());
            let (old, same) = most.map_or((None, BTreeMap::new()), |(old, same)| (Some(old), same));
            let side =
                |file: &str| Side { file: file.into(), marks: before.remove(file).unwrap_or_default() };
            pairs.push(Pair { old: old.map(side), new: Some(Side { file: file.into(), marks }), same });
        }
        let gone = before.into_iter().map(|(file, marks)| Side { file: file.into(), marks });
        pairs.extend(gone.map(|side| Pair { old: Some(side), new: None, same: BTreeMap::new() }));
        pairs
    }

    fn json(&self) -> Value {
        json!({
            "version": 1,
            "verdict": "ok",
            "everything": self.everything,
            "change": self.change(),
            "checks": {
                "total": self.checks.len(),
                "affected": self.checks.iter().filter(|c| c.affected).count(),
                "failures": files(&self.affected(&[CheckKind::Failure])),
                "overflows": files(&self.affected(&[CheckKind::Overflow])),
                "races": files(&self.affected(&[CheckKind::Race])),
                "waiting": self.waiting,
            },
        })
    }

    /// What changed and what it can affect, as lines.
    pub fn change(&self) -> Value {
        let (old, new, c) = (self.matched.old, self.matched.new, self.matched.change());
        let functions = |p: &Program, list: &[rethread_ir::FuncId]| -> Vec<String> {
            list.iter().map(|&f| p.function(f).name.clone()).collect()
        };
        let globals = |p: &Program, list: &[GlobalId]| -> Vec<String> {
            list.iter().map(|&g| p.global(g).name.clone()).collect()
        };
        let renamed = c.functions_renamed.iter();
        let renamed: Vec<Value> = renamed
            .map(|&(o, n)| json!({ "from": old.function(o).name, "to": new.function(n).name }))
            .collect();
        let changed: Vec<GlobalId> = c.globals_changed.iter().map(|p| p.1).collect();
        json!({
            "empty": c.is_empty(),
            "added": files(&self.added),
            "deleted": files(&self.deleted),
            "modified": files(&self.modified),
            "modified_old": files(&self.modified_old),
            "impacted": files(&self.impacted),
            "feeding": files(&self.feeding),
            "instructions": {
                "added": c.added.len(),
                "deleted": c.deleted.len(),
                "modified": c.modified.len(),
                "impacted": self.instructions.0,
                "total": self.instructions.1,
            },
            "functions": {
                "added": functions(new, &c.functions_added),
                "changed": functions(new, &self.changed().into_keys().collect::<Vec<_>>()),
                "deleted": functions(old, &c.functions_deleted),
                "renamed": renamed,
            },
            "globals": {
                "added": globals(new, &c.globals_added),
                "deleted": globals(old, &c.globals_deleted),
                "changed": globals(new, &changed),
            },
        })
    }
}

/// Changed functions that are named; of more it is said how many there are.
const NAMED: usize = 20;

/// `queue.c:12-14, 20`, without the name of the file that was said.
fn ranges<'p>(lines: &BTreeSet<(&'p str, u32)>, mut said: Option<&'p str>) -> String {
    let mut runs: Vec<(&'p str, u32, u32)> = Vec::new();
    for &(file, line) in lines {
        match runs.last_mut() {
            Some(run) if run.0 == file && run.2 + 1 == line => run.2 = line,
            _ => runs.push((file, line, line)),
        }
    }
    let shown = runs.into_iter().map(|(file, from, to)| {
        let place = if said.replace(file) == Some(file) { String::new() } else { format!("{file}:") };
        let to = if to > from { format!("-{to}") } else { String::new() };
        format!("{place}{from}{to}")
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// Marked lines by file.
type Marks<'p> = BTreeMap<&'p str, BTreeMap<u32, Mark>>;

/// Over what is there.
fn put<'p>(marks: &mut Marks<'p>, lines: &Lines<'p>, mark: Mark) {
    for (file, line) in each(lines) {
        marks.entry(file).or_default().insert(line, mark);
    }
}

/// Where globals are declared.
fn declared<'p>(program: &'p Program, list: impl Iterator<Item = GlobalId>, lines: &mut Lines<'p>) {
    for loc in list.filter_map(|g| program.global(g).loc) {
        lines.entry(program.file(loc.file)).or_default().insert(loc.line);
    }
}

fn without<'p>(lines: &Lines<'p>, others: &Lines<'p>) -> Lines<'p> {
    let mut left = lines.clone();
    for (file, lines) in &mut left {
        lines.retain(|line| !others.get(file).is_some_and(|l| l.contains(line)));
    }
    left.retain(|_, lines| !lines.is_empty());
    left
}

fn total(lines: &Lines) -> u64 {
    lines.values().map(|l| l.len() as u64).sum()
}

fn each<'l, 'p>(lines: &'l Lines<'p>) -> impl Iterator<Item = (&'p str, u32)> + 'l {
    lines.iter().flat_map(|(file, lines)| lines.iter().map(move |&line| (*file, line)))
}

fn files(lines: &Lines) -> Vec<Value> {
    lines.iter().map(|(file, lines)| json!({ "file": file, "lines": lines })).collect()
}
